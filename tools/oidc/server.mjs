// An identity provider for tests: a certified library with simulated faults. It prints its port as a JSON line.
//
//   node server.mjs [port=0] [callback=URL] [home=URL] [client=ridgeline] [secret=…] [claims=userinfo|token]
//     [ask=no|yes] [tenant=UUID]
//   node server.mjs many
//
// With `many` it opens a provider for each line of its input, a JSON array of those words, and prints the port of each
// in turn: to load the library takes longer than most tests.
//
// With a tenant it is one of many: the metadata of all is at /common/v2.0, and tokens are those of this tenant.
//
// Every visitor is signed in as the account that was set last; with ask=yes a form asks for the address.
// Tests control it with POST /control and a JSON object:
//
//   {"account": {"sub": "…", "email": "…", "email_verified": true}}   who signs in; null refuses
//   {"rotate": true}                                                  signs with new keys from now on
//   {"askedBefore": "silent" | "said" | null}                         never asks again, and says when it asked or not
//   {"fault": "down" | "sick" | null}                                 drops every connection, or answers 503

import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import Provider from 'oidc-provider';

// Prints nothing but the port: the parent process may have closed the pipe after reading it.
console.info = () => undefined;

function freshKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' };
}

async function body(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** One RSA key for all that start: to make one takes longer than to sign with it all day. */
const firstKey = freshKey();

/** Opens a provider; returns its port. */
function start(args) {
  const words = Object.fromEntries(args.map((word) => word.split(/=(.*)/s)));
  const {
    port = '0',
    callback = 'http://localhost:8080/api/auth/callback',
    home = 'http://localhost:8080/',
    client = 'ridgeline',
    secret = 'a secret between the two of them',
    claims = 'userinfo',
    ask = 'no',
    tenant = '',
  } = words;

  const accounts = new Map();
  let current = null;
  let fault = null;
  let askedBefore = null;
  let answer = null;

  const known = (account) => {
    accounts.set(account.sub, account);
    return account.sub;
  };

  let keys = [firstKey];

  function open(issuer) {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: client,
          client_secret: secret,
          redirect_uris: [callback],
          post_logout_redirect_uris: [home],
          require_auth_time: askedBefore === 'said',
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      jwks: { keys },
      cookies: { keys: ['test'] },
      claims: { openid: ['sub', 'tid'], email: ['email', 'email_verified', 'xms_edov'], profile: ['name'] },
      conformIdTokenClaims: claims === 'userinfo',
      scopes: ['openid', 'email', 'profile'],
      extraParams: ['screen_hint'],
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, sub) =>
        accounts.has(sub) ? { accountId: sub, claims: () => accounts.get(sub) } : undefined,
      // No consent page; earlier grants stay valid, as in another tab.
      async loadExistingGrant(ctx) {
        const before = ctx.oidc.session.grantIdFor(ctx.oidc.client.clientId);
        const held = before && (await ctx.oidc.provider.Grant.find(before));
        if (held) return held;
        const grant = new ctx.oidc.provider.Grant({
          clientId: ctx.oidc.client.clientId,
          accountId: ctx.oidc.session.accountId,
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    const rest = provider.callback();
    return async (request, response) => {
      if (!request.url.startsWith('/interaction/')) return rest(request, response);
      if (ask === 'yes' && request.method === 'GET') {
        response.setHeader('content-type', 'text/html');
        response.end(
          '<!doctype html><title>Provider</title><form method="post"><label>E-mail <input name="email"></label><button>Continue</button></form>',
        );
        return undefined;
      }
      let account = current;
      if (ask === 'yes') {
        const email = new URLSearchParams(await body(request)).get('email');
        account = { sub: email, email, email_verified: !email.startsWith('unverified') };
      }
      const result = account ? { login: { accountId: known(account) } } : { error: 'access_denied' };
      return provider.interactionFinished(request, response, result);
    };
  }

  async function control(request, response) {
    const order = JSON.parse(await body(request));
    if ('account' in order) current = order.account;
    if (current) known(current);
    if ('fault' in order) fault = order.fault;
    if ('askedBefore' in order) {
      askedBefore = order.askedBefore;
      answer = open(issuer);
    }
    if (order.rotate) keys = [freshKey()];
    if (order.rotate) answer = open(issuer);
    response.statusCode = 204;
    response.end();
  }

  /** The metadata that all tenants share: the issuer has a gap for the tenant. */
  async function shared(response) {
    const own = await fetch(`${origin}/.well-known/openid-configuration`);
    const metadata = { ...(await own.json()), issuer: `${origin}/{tenantid}/v2.0` };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(metadata));
  }

  let origin;
  let issuer;
  const server = createServer((request, response) => {
    if (askedBefore) request.url = request.url.replace('&max_age=0', '').replace('&prompt=login', '');
    if (request.url === '/control') control(request, response);
    else if (fault === 'down') request.socket.destroy();
    else if (fault === 'sick') {
      response.writeHead(503, { 'content-type': 'text/html' });
      response.end('<h1>back soon</h1>');
    } else if (request.url === '/common/v2.0/.well-known/openid-configuration') shared(response);
    else answer(request, response);
  });
  // A slow machine is no reason to hang up.
  server.keepAliveTimeout = 0;
  return new Promise((listening) => {
    server.listen(Number(port), '127.0.0.1', () => {
      origin = `http://localhost:${server.address().port}`;
      issuer = tenant ? `${origin}/${tenant}/v2.0` : origin;
      answer = open(issuer);
      listening(server.address().port);
    });
  });
}

const print = (port) => process.stdout.write(`${JSON.stringify({ port })}\n`);
const args = process.argv.slice(2);
if (args[0] === 'many') {
  for await (const line of createInterface(process.stdin)) print(await start(JSON.parse(line)));
  // Whoever started it is gone.
  process.exit();
}
print(await start(args));
process.stdin.on('end', () => process.exit()).resume();
