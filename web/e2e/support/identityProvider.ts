/** Servers with identity providers, and independent providers. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { freePort, isUp, type OwnServer, startServer } from './ownServer';

const secret = 'a secret between the two of them';
const script = fileURLToPath(new URL('../../../tools/oidc/server.mjs', import.meta.url));

export interface AtProvider extends OwnServer {
  /** The address of the first identity provider. */
  issuer: string;
}

/** Starts a provider that redirects to this callback of the server; it ends when its stdin is closed. */
async function startProvider(home: string, callback: string) {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const words = [`port=${port}`, `callback=${home}${callback}`, `home=${home}/`, 'ask=yes'];
  const running = spawn(process.execPath, [script, ...words], { stdio: ['pipe', 'ignore', 'ignore'] });
  try {
    await isUp(`${issuer}/.well-known/openid-configuration`);
  } catch (failure) {
    running.kill();
    throw failure;
  }
  return { issuer, stop: () => running.kill() };
}

/** A server with several providers, one for each name, beside its own accounts, or with a single one and no accounts. */
export async function serveWithProvider(names: string[] = []): Promise<AtProvider> {
  const own = await freePort();
  const home = `http://localhost:${own}`;
  const providers: Awaited<ReturnType<typeof startProvider>>[] = [];
  const stopAll = () => {
    for (const provider of providers) provider.stop();
  };
  try {
    const flags: string[] = [];
    for (const name of names.length === 0 ? [''] : names) {
      const path = name === '' ? '' : `/${name.toLowerCase()}`;
      const provider = await startProvider(home, `/api/auth/callback${path}`);
      providers.push(provider);
      flags.push('--oidc-issuer', provider.issuer, '--oidc-name', name);
      flags.push('--oidc-client-id', 'ridgeline', '--oidc-client-secret', secret);
    }
    const server = await startServer(own, flags);
    const stop = () => {
      server.stop();
      stopAll();
    };
    return { ...server, issuer: providers[0]?.issuer ?? '', stop };
  } catch (failure) {
    stopAll();
    throw failure;
  }
}
