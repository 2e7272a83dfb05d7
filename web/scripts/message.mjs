/**
 * Adds or changes one message in both languages, sorted by key:
 *
 *     node scripts/message.mjs jobs_new "New Job" "Nuevo trabajo"
 *     node scripts/message.mjs --drop jobs_new
 *
 * Parameters are in braces: "{name} accepted". Singular and plural are separated by two bars, and the number is
 * `count`: "{count} job || {count} jobs". Each file is replaced atomically, and a lock folder keeps two people who
 * add messages at the same moment from losing one.
 */
import { mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../messages/', import.meta.url));
const lock = `${folder}.lock`;

function locked(work) {
  const until = Date.now() + 10_000;
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST' || Date.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
    }
  }
  try {
    work();
  } finally {
    rmdirSync(lock);
  }
}

function rewrite(language, change) {
  const path = `${folder}${language}.json`;
  const { $schema, ...messages } = JSON.parse(readFileSync(path, 'utf8'));
  change(messages);
  const sorted = Object.fromEntries(Object.entries(messages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(`${path}.new`, `${JSON.stringify({ $schema, ...sorted }, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}

function toMessage(text) {
  const [one, many] = text.split(' || ');
  if (many === undefined) return text;
  return [
    {
      declarations: ['input count', 'local countPlural = count: plural'],
      selectors: ['countPlural'],
      match: { 'countPlural=one': one, 'countPlural=*': many },
    },
  ];
}

const [key, english, spanish] = process.argv.slice(2);
if (key === '--drop' && english) {
  locked(() => {
    for (const language of ['en', 'es']) rewrite(language, (messages) => delete messages[english]);
  });
} else if (key && english && spanish && /^[a-z][A-Za-z0-9]*_[A-Za-z0-9_]+$/.test(key)) {
  locked(() => {
    rewrite('en', (messages) => Object.assign(messages, { [key]: toMessage(english) }));
    rewrite('es', (messages) => Object.assign(messages, { [key]: toMessage(spanish) }));
  });
} else {
  console.error('usage: node scripts/message.mjs jobs_new "English" "Español"   (or --drop jobs_new)');
  process.exit(1);
}
