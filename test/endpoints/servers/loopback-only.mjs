// Loaded before a server of others: whatever address and port it asks for, it listens on 127.0.0.1 on a free port, which
// it tells its parent, and it reaches nothing outside this machine.
import { Server, Socket } from "node:net";

const LOOPBACK = new Set([undefined, "localhost", "127.0.0.1", "::1"]);

const { listen } = Server.prototype;
Server.prototype.listen = function (...args) {
  this.once("listening", () => process.send?.(this.address().port));
  return listen.call(
    this,
    { host: "127.0.0.1", port: 0 },
    args.findLast((arg) => typeof arg === "function"),
  );
};

const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  // Node's own functions hand their arguments over as one list.
  const [target, host] = Array.isArray(args[0]) ? args[0] : args;
  const name = typeof target === "object" ? target.host : host;
  if (!LOOPBACK.has(name)) throw new Error(`This server may not connect to ${name}.`);
  return connect.apply(this, args);
};

// The parent's end is this server's end.
process.on("disconnect", () => process.exit());
