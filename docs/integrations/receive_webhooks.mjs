// Receives webhooks: checks their signature, handles each message once, and prints what happened.
//
//     npm install standardwebhooks
//     RIDGELINE_WEBHOOK_SECRET=whsec_... node receive_webhooks.mjs
//
// Listens on PORT (8090). Put it behind a server with HTTPS, and make a webhook with its address in the company settings.
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.RIDGELINE_WEBHOOK_SECRET ?? '');

/** The most bytes of a message. */
const most = 10_000_000;

/** The messages that were handled. A program that may restart keeps them in its database instead. */
const handled = new Set();

async function bodyOf(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > most) throw new Error('the message is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** What to do with a change. Take longer work out of the way: the answer is due within 15 seconds. */
function handle({ type, subject, data }) {
  const title = data.job?.title ?? '';
  console.log(`${type} ${subject.id} ${title}`.trim());
}

/** The status to answer: any 2xx takes the message, anything else has it sent again. */
async function take(request) {
  if (request.method !== 'POST') return 405;
  // The body as it was sent: the signature is of its bytes.
  const body = await bodyOf(request);
  let change;
  try {
    change = webhook.verify(body, request.headers);
  } catch {
    return 401;
  }
  const id = request.headers['webhook-id'];
  if (!handled.has(id)) {
    handle(change);
    handled.add(id);
  }
  return 204;
}

const server = createServer(async (request, response) => {
  try {
    response.writeHead(await take(request)).end();
  } catch (failure) {
    console.error(failure);
    response.writeHead(500).end();
  }
});

server.listen(Number(process.env.PORT ?? 8090), () => console.log(`listening on ${server.address().port}`));
