import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createS3RequestSender } from '../files/s3-requests'
import type { S3Settings } from '../files/s3-settings'
import { isOnDebian } from './install-on-debian'

const python = '/usr/bin/python3' // Debian's own, which has its packages
const program = fileURLToPath(new URL('swift-server.py', import.meta.url))

export interface SwiftServer {
  readonly settings: S3Settings
  /** `kill -9`: its files stay. */
  kill(): Promise<void>
  /** Starts it again after `kill`, at the same address. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts OpenStack Swift, an independent object store with S3's API, with an empty bucket. Installs it on Debian, for
 * root. Null: it is not available here.
 */
export async function startSwift(): Promise<SwiftServer | null> {
  // The library alone: the packages of the servers would start them.
  if (!isOnDebian(isInstalled, 'python3-swift', true)) return null
  const folder = await mkdtemp(join(tmpdir(), 'balcao-swift-'))
  const secret = randomBytes(12).toString('hex')
  let child: ChildProcess | undefined
  let port = '0'
  async function start(): Promise<void> {
    const begun = spawn(python, [program, folder, 'tester', secret, port], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child = begun
    const [line] = await Promise.race([once(begun.stdout, 'data'), once(begun, 'exit')])
    port = String(line).trim()
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  await start()
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'test-files',
    region: 'us-east-1',
    accessKeyId: 'test:tester',
    secretAccessKey: secret,
  }
  const requests = createS3RequestSender(settings)
  await requests.send({ method: 'PUT' })
  await requests.close()
  return {
    settings,
    kill: () => end('SIGKILL'),
    start,
    async stop() {
      await end('SIGTERM')
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
