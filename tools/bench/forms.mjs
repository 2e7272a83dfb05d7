// Measures what validating a form costs the browser: `node forms.mjs PACKAGE_FOLDER`. Compares the domain's rules in
// WASM with the same rules in zod, alternating in one run. First verifies that both refuse the same fields.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const WANTED = 50;
const [TURNS, BATCH, ROUNDS] = [60, 50, 20];

const folder = process.argv[2];
const rules = await import(pathToFileURL(join(folder, 'domain_wasm.js')));
rules.initSync({ module: readFileSync(join(folder, 'domain_wasm_bg.wasm')) });

const line = z.string().trim().max(1_000, 'Must be at most 1,000 characters.');
const required = (message) => line.min(1, message);
const phone = z
  .string()
  .trim()
  .regex(/^(\d{10}|\d{3}-\d{3}-\d{4}|\d{3} \d{3} \d{4})$/, 'Incorrect phone number formatting.');

const job = z.object({
  title: required('Must provide a title'),
  address: line,
  city: required('Must provide a city'),
  state: required('Must provide a state'),
  zip: line,
});
const customer = z.object({
  firstName: required('Must include a first name'),
  lastName: required('Must include a last name'),
  phone,
  company: line,
  address: line,
  city: line,
  state: line,
  zip: line,
});
const account = z.object({
  email: z.email('Not an address'),
  firstName: required('This field is required.'),
  lastName: required('This field is required.'),
  location: required('This field is required.'),
  phoneNumber: z.union([z.literal(''), phone]),
  language: z.enum(['english', 'spanish']),
  account_type: z.enum(['contractor', 'subcontractor']),
  company_name: required('This field is required.'),
  position: required('This field is required.'),
  plan: line,
});

const place = { address: '1319 6th Ave N', city: 'Nashville', state: 'TN', zip: '37208' };
const goodJob = { title: 'Re-roof, east slope', ...place };
const goodCustomer = { firstName: 'Ana', lastName: 'López', phone: '615-555-0142', company: '', ...place };
const goodAccount = {
  email: 'ana@example.com',
  firstName: 'Ana',
  lastName: 'López',
  location: 'Nashville, TN',
  phoneNumber: '615 555 0142',
  language: 'spanish',
  account_type: 'contractor',
  company_name: 'Peña Roofing',
  position: 'Owner',
  plan: 'basic',
};
const forms = [
  ['new job, good', rules.checkNewJob, job, goodJob],
  ['new job, two wrong', rules.checkNewJob, job, { ...goodJob, title: ' ', state: '' }],
  ['customer, good', rules.checkCustomer, customer, goodCustomer],
  ['customer, two wrong', rules.checkCustomer, customer, { ...goodCustomer, lastName: '', phone: '555-5555' }],
  ['new account, good', rules.checkNewAccount, account, goodAccount],
  [
    'new account, three wrong',
    rules.checkNewAccount,
    account,
    { ...goodAccount, firstName: '', account_type: 'vendor', phoneNumber: '1' },
  ],
];

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Microseconds for one check, the median of many small batches. */
function measured(check) {
  const samples = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = process.hrtime.bigint();
    for (let at = 0; at < BATCH; at += 1) check();
    samples.push(Number(process.hrtime.bigint() - began) / 1_000 / BATCH);
  }
  return median(samples);
}

console.log(`\n${''.padEnd(28)}${'ours'.padStart(10)}${'zod'.padStart(10)}${'ratio'.padStart(9)}    wanted      met`);
let slow = 0;
for (const [name, check, schema, values] of forms) {
  const ours = () => check(values, 'english');
  const theirs = () => schema.safeParse(values);
  const refused = new Set(ours().map(({ field }) => field));
  const issues = new Set((theirs().error?.issues ?? []).map(({ path }) => String(path[0])));
  assert.deepEqual([...refused].sort(), [...issues].sort(), `${name}: not the same rules`);
  for (let at = 0; at < 20_000; at += 1) {
    ours();
    theirs();
  }
  const turns = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const pair = turn % 2 === 0 ? [measured(ours), measured(theirs)] : [measured(theirs), measured(ours)].reverse();
    turns.push(pair);
  }
  const [mine, plain] = [0, 1].map((side) => median(turns.map((pair) => pair[side])));
  const ratio = median(turns.map(([a, b]) => a / b));
  const met = mine < WANTED;
  slow += met ? 0 : 1;
  const cells = [`${mine.toFixed(2)} µs`.padStart(10), `${plain.toFixed(2)} µs`.padStart(10), `${ratio.toFixed(1)} x`.padStart(9)];
  console.log(`${name.padEnd(28)}${cells.join('')}    below ${WANTED} µs ${met ? 'yes' : 'NO'}`);
}
if (slow > 0) console.log(`${slow} checks are slower than ${WANTED} µs`);
