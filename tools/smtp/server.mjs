// A mail server for tests, with simulated faults. It prints its port, then every accepted mail and every
// requested recipient, one JSON line each.
//
//   node server.mjs FOLDER-WITH-NODE_MODULES [port=0] [tls=none|starttls|smtps] [login=user:password]
//
// Its behavior depends on the recipient: `refused@…` 550, `later@…` 451, `later-once@…` 451 the first time,
// `silent@…` never answers, `dropped@…` drops the connection in the middle of the mail, `dropped-once@…` the same
// but only the first time, `lost-once@…` accepts the mail and drops the connection before it answers.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const [packages, ...words] = process.argv.slice(2);
const { port = "0", tls = "none", login } = Object.fromEntries(
  words.map((word) => word.split(/=(.*)/s)),
);
const { SMTPServer } = createRequire(`${packages}/package.json`)("smtp-server");

const file = (name) => readFileSync(fileURLToPath(new URL(name, import.meta.url)));
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const refusal = (code, text) => Object.assign(new Error(text), { responseCode: code });

const seen = new Set();
const firstTime = (address) => !seen.has(address) && Boolean(seen.add(address));

const server = new SMTPServer({
  logger: false,
  secure: tls === "smtps",
  key: file("localhost-key.pem"),
  cert: file("localhost.pem"),
  hideSTARTTLS: tls !== "starttls",
  authOptional: !login,
  disabledCommands: login ? [] : ["AUTH"],
  allowInsecureAuth: true,
  size: 40 << 20,
  closeTimeout: 100,
  onAuth({ username, password }, _session, answer) {
    if (`${username}:${password}` === login) answer(null, { user: username });
    else answer(refusal(535, `no such login: ${username}`));
  },
  onRcptTo({ address }, _session, answer) {
    say({ asked: address });
    const [who] = address.split("@");
    if (who === "refused") answer(refusal(550, `no such mailbox: ${address}`));
    else if (who === "later") answer(refusal(451, "try again later"));
    else if (who === "later-once" && firstTime(address)) answer(refusal(451, "try again later"));
    else if (who !== "silent") answer();
  },
  onData(stream, session, answer) {
    const to = session.envelope.rcptTo.map(({ address }) => address);
    const [who] = to[0].split("@");
    const breaks = () =>
      [...server.connections].find(({ id }) => id === session.id)?._socket.destroy();
    if (who === "dropped" || (who === "dropped-once" && firstTime(to[0]))) {
      stream.once("data", breaks);
      stream.on("error", () => {});
      return;
    }
    const chunks = [];
    stream.on("data", (chunk) => chunks.push(chunk));
    stream.on("error", () => {});
    stream.on("end", () => {
      say({
        from: session.envelope.mailFrom.address,
        to,
        secure: session.secure,
        user: session.user ?? null,
        mail: Buffer.concat(chunks).toString("base64"),
      });
      if (who === "lost-once" && firstTime(to[0])) breaks();
      else answer();
    });
  },
});
server.on("error", () => {});
const listening = server.listen(Number(port), "127.0.0.1", () =>
  say({ port: listening.address().port }),
);
// Whoever started it is gone.
process.stdin.on("end", () => process.exit()).resume();
