import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { eventually } from '#tests/support/eventually.ts';
import { reservePort } from '#tests/support/free-port.ts';

import { onServerCore } from '../machine/cores.ts';
import type { Contender } from './contender.ts';

const NGINX = '/usr/sbin/nginx';
const MODULE = '/usr/lib/nginx/modules/ngx_nchan_module.so';

/** Whether nginx and its module nchan are there, as Debian's `libnginx-mod-nchan` installs them. */
export const HAS_NCHAN = [NGINX, MODULE].every((file) => existsSync(file));

/** nginx with nchan, one worker: what one would take who wants it in C. */
export async function startNchan(): Promise<Contender> {
  accessSync(MODULE);
  const folder = mkdtempSync(path.join(tmpdir(), 'splitcast-nchan-'));
  const port = await reservePort();
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, describeServer(folder, port));
  const [command, args] = onServerCore(NGINX, ['-p', folder, '-e', 'stderr', '-c', file]);
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  await once(child, 'spawn');
  const url = `http://127.0.0.1:${port}/publish`;
  await eventually(async () => fetch(url));
  let seq = 0;
  let sent = 0;
  return {
    name: 'nginx + nchan',
    target: { protocol: 'ws', port, path: '/subscribe' },
    pid: child.pid ?? 0,
    async broadcast(length, stamp) {
      seq += 1;
      const news = { version: seq, from: seq - 1, pad: 'x'.repeat(length - 40) };
      stamp(seq);
      const response = await fetch(url, {
        method: 'POST',
        body: JSON.stringify(news),
        headers: { accept: 'text/json' },
      });
      const { subscribers } = (await response.json()) as { subscribers: number };
      sent += subscribers;
    },
    async countSent() {
      return Promise.resolve(sent);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function describeServer(folder: string, port: number): string {
  return `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
error_log stderr crit;
worker_processes 1;
load_module ${MODULE};
events { worker_connections 30000; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = /subscribe { nchan_subscriber websocket; nchan_channel_id bench; }
    location = /publish { nchan_publisher; nchan_channel_id bench; nchan_store_messages off; }
  }
}
`;
}
