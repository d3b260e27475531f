#!/usr/bin/env node
// Runs the tool of this machine's package with the same arguments, streams and exit code.
"use strict";
const { spawn } = require("child_process");
const path = require("path");

const name = `@npulint/${process.platform}-${process.arch}`;
let tool;
try {
  tool = path.join(path.dirname(require.resolve(`${name}/package.json`)), "npulint");
} catch {
  console.error(
    `npulint: ${name} is not installed: there is no build for this machine, or optional dependencies were left out`,
  );
  process.exit(2);
}
const child = spawn(tool, process.argv.slice(2), { stdio: "inherit" });
// what is asked of this process is for the tool; the tool's end ends it
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (e) => {
  console.error(`npulint: ${tool}: ${e.message}`);
  process.exit(2);
});
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
