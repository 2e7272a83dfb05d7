/** A server with an identity provider, and an independent provider. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { freePort, isUp, type OwnServer, startServer } from './ownServer';

const secret = 'a secret between the two of them';
const provider = fileURLToPath(new URL('../../../tools/oidc/server.mjs', import.meta.url));

export interface AtProvider extends OwnServer {
  /** The address of the identity provider. */
  issuer: string;
}

export async function serveWithProvider(): Promise<AtProvider> {
  const [known, own] = [await freePort(), await freePort()];
  const issuer = `http://localhost:${known}`;
  const home = `http://localhost:${own}`;
  const words = [`port=${known}`, `callback=${home}/api/auth/callback`, `home=${home}/`, 'ask=yes'];
  // It ends when its stdin is closed.
  const running = spawn(process.execPath, [provider, ...words], { stdio: ['pipe', 'ignore', 'ignore'] });
  try {
    await isUp(`${issuer}/.well-known/openid-configuration`);
    const client = ['--oidc-client-id', 'ridgeline', '--oidc-client-secret', secret];
    const server = await startServer(own, ['--oidc-issuer', issuer, ...client]);
    const stop = () => {
      server.stop();
      running.kill();
    };
    return { ...server, issuer, stop };
  } catch (failure) {
    running.kill();
    throw failure;
  }
}
