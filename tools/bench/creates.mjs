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

// What the list, one job and a reschedule answer: the same fields, from the same tables.
const columns = `SELECT job.id, job.company_id, job.title, job.address, job.city, job.state, job.zip, job.status,
    job.color, job.contract_amount, job.job_number, job.inspection_note, job.customer_id, job.latitude,
    job.longitude, job.start_date, job.end_date, job.date_inserted, job.job_crew_id, job.assigned_company_id,
    job.is_accepted_by_sub, job.crew_id, job.assigned_user_id, owner.name AS owner_name, sub.name AS sub_name,
    lead.first_name AS lead_first_name, lead.last_name AS lead_last_name, crew.name AS crew_name,
    crew_member.name AS crew_member_name
  FROM job
  JOIN company AS owner ON owner.id = job.company_id
  LEFT JOIN company AS sub ON sub.id = job.assigned_company_id
  LEFT JOIN person AS lead ON lead.id = job.assigned_user_id
  LEFT JOIN crew ON crew.id = job.crew_id
  LEFT JOIN crew_member ON crew_member.id = job.crew_member_id
  WHERE job.company_id = ?`;
const of = (table, fields) => `SELECT ${fields} FROM ${table} JOIN job ON job.id = ${table}.job_id WHERE job.company_id = ?`;
const statements = (narrowed, order) => ({
  jobs: db.prepare(`${columns}${narrowed}${order}`),
  tags: db.prepare(of("job_tag", "job_tag.id, job_tag.content, job_tag.job_id") + narrowed),
  reports: db.prepare(of("job_report", "job_report.id, job_report.measurement, job_report.amount, job_report.job_id") + narrowed),
  calendars: db.prepare(of("job_calendar", "job_calendar.job_id, job_calendar.calendar_id") + narrowed),
});
const all = statements("", " ORDER BY job.date_inserted, job.id");
const one = statements(" AND job.id = ?", "");
const move = db.prepare("UPDATE job SET start_date = ?, end_date = ?, is_accepted_by_sub = FALSE WHERE company_id = ? AND id = ?");

const id = (bytes) => (bytes === null ? null : spelled(bytes));

function read({ jobs, tags, reports, calendars }, ...values) {
  const byJob = new Map();
  const read = jobs.all(...values).map((row) => {
    const job = {
      id: spelled(row.id),
      title: row.title,
      address: row.address,
      city: row.city,
      state: row.state,
      zip: row.zip,
      status: row.status,
      color: row.color,
      contractAmount: row.contract_amount === null ? null : row.contract_amount / 100,
      contractorCompanyName: row.owner_name,
      contractorId: spelled(row.company_id),
      crewId: id(row.crew_id),
      companyId: spelled(row.company_id),
      companyInfo: row.sub_name === null ? null : { name: row.sub_name },
      assignedToCompanyId: id(row.assigned_company_id),
      assignedToUserId: id(row.assigned_user_id),
      assignedToUserInfo:
        row.lead_first_name === null ? null : { firstName: row.lead_first_name, lastName: row.lead_last_name },
      customSubcontractorName: row.crew_name,
      customCrewMemberName: row.crew_member_name,
      isCustom: row.crew_id !== null,
      isAcceptedBySub: Boolean(row.is_accepted_by_sub),
      jobCrewTableId: spelled(row.job_crew_id),
      jobCustomer: id(row.customer_id),
      jobNumber: row.job_number,
      latitude: row.latitude,
      longitude: row.longitude,
      startDate: row.start_date,
      endDate: row.end_date,
      dateInserted: row.date_inserted,
      inspectionNote: row.inspection_note,
      reports: [],
      tags: [],
      calendarAssignments: [],
    };
    byJob.set(job.id, job);
    return job;
  });
  for (const row of tags.all(...values)) {
    const jobId = spelled(row.job_id);
    byJob.get(jobId)?.tags.push({ id: spelled(row.id), content: row.content, jobId });
  }
  for (const row of reports.all(...values)) {
    const jobId = spelled(row.job_id);
    const report = { id: spelled(row.id), measurement: row.measurement, amount: row.amount / 1000, jobId };
    byJob.get(jobId)?.reports.push(report);
  }
  for (const row of calendars.all(...values)) {
    const jobId = spelled(row.job_id);
    byJob.get(jobId)?.calendarAssignments.push({ jobId, calendarId: spelled(row.calendar_id) });
  }
  return read;
}

const bytesOf = (text) => Buffer.from(text.replaceAll("-", ""), "hex");

app.get("/api/jobs/myJobs/contractor", (_request, response) => {
  response.json({ jobs: read(all, company) });
});

app.get("/api/jobs/job/:id", (request, response) => {
  response.json({ info: read(one, company, bytesOf(request.params.id))[0] });
});

app.post("/api/jobs/update/schedule", (request, response) => {
  const { jobId, startDate, endDate } = request.body;
  const job = bytesOf(jobId);
  move.run(startDate, endDate, company, job);
  response.json({ job: read(one, company, job)[0] });
});

const server = app.listen(0, "127.0.0.1", () => {
  console.log(`ready on http://127.0.0.1:${server.address().port}`);
});
