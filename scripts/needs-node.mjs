// Imported first by what needs a newer Node than may be there. Plain JavaScript that every Node reads.
const OLDEST_NODE = 22;

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  console.error(
    `This needs Node ${OLDEST_NODE}, and was started with ${process.version}. The npm package "node" brings the right one, and npm ` +
      "finds it: use npm start or npm test.\nWhere that says the same, npm is set to ignore scripts. Run: npm ci --ignore-scripts=false",
  );
  process.exit(1);
}
