/**
 * What a phone gets of the pages: Lighthouse with its own mobile preset, as a slow phone on a slow line.
 * `node audit.mjs http://127.0.0.1:8080 /usr/bin/chromium [FOLDER]`; the reports are left in the folder.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { launch } from 'puppeteer-core';

const [address, executablePath, folder] = process.argv.slice(2);
if (address === undefined || executablePath === undefined)
  throw new Error('node audit.mjs ADDRESS_OF_A_SERVER_WITH_THE_DEMO CHROMIUM [FOLDER_FOR_REPORTS]');

/** The middle one counts. */
const runs = 3;
const wanted = { performance: 95, accessibility: 100, 'best-practices': 100 };
/** The page of a link is for people with one bar, and loads without the app. */
const wantedOfLinks = { ...wanted, performance: 98 };
const timings = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
};

const demo = { email: 'marisol@summit-roofing.example', password: 'ridgeline-demo' };

const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];

/** Signs in through the page, so that the session is stored as the app stores it. */
async function signIn(browser) {
  const page = await browser.newPage();
  await page.goto(`${address}/sign-in`);
  await page.locator('input[type=email]').fill(demo.email);
  await page.locator('input[type=password]').fill(demo.password);
  await page.keyboard.press('Enter');
  // The first page of a day shows the news banner; the audited page then has none.
  await page.waitForFunction(
    () => location.pathname.startsWith('/app') && document.querySelector('#main h1') !== null,
  );
  await page.close();
}

async function post(path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** The paths of new links to a job of the demo, and to an order for it, which was sent. */
async function makeLinks() {
  const { token } = await post('/api/auth/local/login', demo);
  const get = async (path) =>
    (await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  const linkTo = async (of) => {
    const { link } = await post('/api/guest_links/create', { ...of, name: 'Rosa' }, token);
    return new URL(link.url).pathname;
  };
  const { jobs } = await get('/api/jobs/myJobs/contractor');
  const { company } = await get('/api/auth/fetchProfile');
  const { products } = await get(`/api/products/products/${company.id}`);
  const rows = products.slice(0, 12).map(({ id }) => ({ productId: id, quantity: 3 }));
  const made = await post('/api/purchase_orders/create', { jobId: jobs[0].id, title: '' }, token);
  const { id } = made.newPurchaseOrder;
  const { version } = await post(`/api/purchase_orders/updateOrderItems/${id}`, rows, token);
  await post('/api/purchase_orders/status', { id, status: 'sent', version }, token);
  return [await linkTo({ jobId: jobs[0].id }), await linkTo({ purchaseOrderId: id, language: 'english' })];
}

async function look(browser, { path, name }, run) {
  const page = await browser.newPage();
  const flags = { onlyCategories: Object.keys(wanted) };
  const { lhr } = await lighthouse(`${address}${path}`, flags, undefined, page);
  await page.close();
  if (lhr.runtimeError !== undefined) throw new Error(`${path}: ${lhr.runtimeError.message}`);
  // Without a session the app redirects, and the wrong page would be audited.
  if (new URL(lhr.finalDisplayedUrl).pathname !== path)
    throw new Error(`${path} led to ${lhr.finalDisplayedUrl}`);
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}-${run}.json`), JSON.stringify(lhr));
  }
  return lhr;
}

/** What takes points away, so that nobody has to look for it. */
const faults = (lhr) =>
  ['accessibility', 'best-practices']
    .flatMap((category) => lhr.categories[category].auditRefs)
    .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 1)
    .map(({ id }) => `${id}: ${lhr.audits[id].title}`);

const browser = await launch({
  executablePath,
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--lang=en-US'],
});
try {
  const [job, order] = await makeLinks();
  const pages = [
    { name: 'start', path: '/', wanted },
    { name: 'link-to-job', path: job, wanted: wantedOfLinks },
    { name: 'link-to-order', path: order, wanted: wantedOfLinks },
    { name: 'list-of-jobs', path: '/app/jobs', wanted },
  ];
  for (const each of pages) {
    if (each.path === '/app/jobs') await signIn(browser);
    const seen = [];
    for (let run = 1; run <= runs; run++) seen.push(await look(browser, each, run));
    console.log(`${each.name.padEnd(20)}measured            wanted  met   of`);
    for (const [category, least] of Object.entries(each.wanted)) {
      const scores = seen.map((lhr) => Math.round(lhr.categories[category].score * 100));
      const met = median(scores) >= least ? 'yes' : ' NO';
      const wish = `at least ${least}`.padStart(18);
      console.log(
        `  ${category.padEnd(18)}${String(median(scores)).padStart(8)}${wish}  ${met}   ${scores.join(', ')}`,
      );
    }
    for (const [name, audit] of Object.entries(timings)) {
      const value = median(seen.map((lhr) => lhr.audits[audit].numericValue));
      const shown = name === 'CLS' ? value.toFixed(3) : `${value.toFixed(0)} ms`;
      console.log(`  ${name.padEnd(18)}${shown.padStart(8)}`);
    }
    for (const fault of new Set(seen.flatMap(faults))) console.log(`    ! ${fault}`);
  }
} finally {
  await browser.close();
}
