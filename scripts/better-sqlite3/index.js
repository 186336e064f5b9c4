// @keyv/sqlite depends on the native better-sqlite3, which would be compiled on install and which `ray build` refuses.
// Orbit hands Keyv its own driver over node:sqlite, so this module is never meant to be loaded; if it is, say why.
throw new Error("better-sqlite3 is not part of Orbit: give @keyv/sqlite the driver over node:sqlite from src/store.");
