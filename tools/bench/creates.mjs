// The comparison of `cargo xtask bench creates`: Express 5 and better-sqlite3, as one would write
// it for speed without giving up durability. It stores the same columns in the same table, with
// the same indexes and foreign keys, and answers when the row is on disk: SQLite syncs the WAL at
// every commit under synchronous=FULL. Nobody has to sign in here and nothing is checked beyond
// what the columns need, which is in its favour.
//
//   node creates.mjs DATABASE COMPANY_ID

import { randomBytes } from "node:crypto";
import Database from "better-sqlite3";
import express from "express";

const [file, companyId] = process.argv.slice(2);

const db = new Database(file);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.pragma("foreign_keys = ON");

const insert = db.prepare(
  `INSERT INTO job
     (id, company_id, title, address, city, state, zip, status, color, contract_amount,
      job_number, inspection_note, customer_id, latitude, longitude, start_date, end_date,
      date_inserted, job_crew_id, assigned_company_id, is_accepted_by_sub, crew_id,
      crew_member_id, assigned_user_id)
   VALUES (?, ?, ?, ?, ?, ?, ?, 'active', ?, NULL, NULL, NULL, NULL, ?, ?, NULL, NULL, ?, ?, NULL,
           FALSE, NULL, NULL, NULL)`,
);

// UUIDv7, as the server's ids are: they sort by time, so rows go to the end of their index.
function newId() {
  const id = randomBytes(16);
  id.writeUIntBE(Date.now(), 0, 6);
  id[6] = (id[6] & 0x0f) | 0x70;
  id[8] = (id[8] & 0x3f) | 0x80;
  return id;
}

function spelled(id) {
  return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const company = Buffer.from(companyId.replaceAll("-", ""), "hex");
const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.use(express.json());

app.post("/api/jobs/create", (request, response) => {
  const { title, address, city, state, zip } = request.body;
  const id = newId();
  insert.run(
    id,
    company,
    title,
    address || null,
    city,
    state,
    zip || null,
    "#1976d2",
    36.17,
    -86.79,
    new Date().toISOString(),
    newId(),
  );
  response.json({ id: spelled(id) });
});

const server = app.listen(0, "127.0.0.1", () => {
  console.log(`ready on http://127.0.0.1:${server.address().port}`);
});
