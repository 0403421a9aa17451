import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { s3Requests } from '../files/s3-requests'
import type { S3Settings } from '../files/s3-settings'
import { installOnDebian } from './install-on-debian'

const python = '/usr/bin/python3' // Debian's own, which has its packages
const program = fileURLToPath(new URL('swift-server.py', import.meta.url))

/**
 * Starts OpenStack Swift, an independent object store with S3's API, with an empty bucket. Installs it on Debian, for
 * root. Null: it is not available here.
 */
export async function startSwift(): Promise<{ settings: S3Settings; stop(): Promise<void> } | null> {
  // The library alone: the packages of the servers would start them.
  if (!isInstalled() && !(installOnDebian('python3-swift') && isInstalled())) return null
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
