// A registry for npm that serves the .tgz files of a folder: node registry.js DIR prints its port, then each request.
"use strict";
const crypto = require("crypto");
const fs = require("fs");
const http = require("http");
const path = require("path");
const { execFileSync } = require("child_process");

const dir = process.argv[2];
const packages = new Map();
for (const file of fs.readdirSync(dir).filter((f) => f.endsWith(".tgz"))) {
  const full = path.join(dir, file);
  const meta = JSON.parse(execFileSync("tar", ["-xzOf", full, "package/package.json"]));
  const hash = crypto.createHash("sha512").update(fs.readFileSync(full)).digest("base64");
  packages.set(meta.name, { meta, file, integrity: `sha512-${hash}` });
}
const server = http.createServer((request, response) => {
  console.log(request.url);
  const url = decodeURIComponent(request.url.slice(1));
  const host = `http://127.0.0.1:${server.address().port}`;
  const found = packages.get(url);
  if (found) {
    const { meta, file, integrity } = found;
    const version = { ...meta, dist: { tarball: `${host}/-/${file}`, integrity } };
    const body = { name: meta.name, "dist-tags": { latest: meta.version }, versions: { [meta.version]: version } };
    response.end(JSON.stringify(body));
  } else if (url.startsWith("-/") && fs.existsSync(path.join(dir, path.basename(url)))) {
    fs.createReadStream(path.join(dir, path.basename(url))).pipe(response);
  } else {
    response.statusCode = 404;
    response.end("{}");
  }
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
