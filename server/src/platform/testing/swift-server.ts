import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { s3Requests } from '../files/s3-requests'
import type { S3Settings } from '../files/s3-settings'

const python = '/usr/bin/python3' // Debian's own, which has its packages
const program = fileURLToPath(new URL('swift-server.py', import.meta.url))

/**
 * Starts OpenStack Swift, an independent object store with S3's API, with an empty bucket. Installs it on Debian, for
 * root. Null: it is not available here.
 */
export async function startSwift(): Promise<{ settings: S3Settings; stop(): Promise<void> } | null> {
  if (!isInstalled() && !(installOnDebian() && isInstalled())) return null
  const folder = await mkdtemp(join(tmpdir(), 'balcao-swift-'))
  const secret = randomBytes(12).toString('hex')
  const child = spawn(python, [program, folder, 'tester', secret], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([once(child.stdout, 'data'), ended])
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${String(line).trim()}`,
    bucket: 'test-files',
    region: 'us-east-1',
    accessKeyId: 'test:tester',
    secretAccessKey: secret,
  }
  const requests = s3Requests(settings)
  await requests.send({ method: 'PUT' })
  await requests.close()
  return {
    settings,
    async stop() {
      child.kill()
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

function isInstalled(): boolean {
  return (
    spawnSync(python, ['-c', 'import swift.common.middleware.s3api, lxml, xattr'], { stdio: 'ignore' })
      .status === 0
  )
}

function installOnDebian(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args: string[]) => spawnSync('apt-get', args, { env, stdio: 'ignore' }).status === 0
  run('update', '-qq')
  // The library alone: the packages of the servers would start them.
  return run('install', '-qq', '--no-install-recommends', 'python3-swift')
}
