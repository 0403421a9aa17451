import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inProject } from './project.mjs'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
/** A checkout of its own: a release takes the committed tree. */
let checkout = ''
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'balcao-release-'))
  mkdirSync(join(checkout, 'tools'))
  for (const name of ['release.mjs', 'require-node.mjs', 'project.mjs'])
    cpSync(inProject(`tools/${name}`), join(checkout, 'tools', name))
  cpSync(inProject('package.json'), join(checkout, 'package.json'))
  git('init', '-q')
  git('add', '.')
  git('-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', 'commit', '-qm', 'begin')
})
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: checkout })
const pem = () => {
  const path = join(checkout, '.git', 'private.pem') // no part of the tree
  writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return path
}
/** @param {string[]} args */
const release = (...args) =>
  spawnSync(process.execPath, ['tools/release.mjs', ...args], { cwd: checkout, encoding: 'utf8' })

test('a release has the committed tree, its checksum, and the signature of the checksum', () => {
  const to = join(checkout, '.git', 'out')
  const { status, stderr } = release('--key', pem(), '--to', to)
  expect([status, stderr]).toEqual([0, ''])
  const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
  const archive = readFileSync(join(to, `balcao-${version}.tar.gz`))
  const sums = readFileSync(join(to, 'SHA256SUMS'))

  expect(sums.toString()).toBe(
    `${createHash('sha256').update(archive).digest('hex')}  balcao-${version}.tar.gz\n`,
  )
  expect(verify(null, sums, publicKey, readFileSync(join(to, 'SHA256SUMS.sig')))).toBe(true)
  expect(verify(null, Buffer.from('other'), publicKey, readFileSync(join(to, 'SHA256SUMS.sig')))).toBe(false)
  expect(execFileSync('tar', ['-tzf', join(to, `balcao-${version}.tar.gz`)], { encoding: 'utf8' })).toContain(
    `balcao-${version}/tools/release.mjs\n`,
  )
})

test('without a key, with another kind of key, and with changes that are not committed, there is none', () => {
  const other = join(checkout, '.git', 'other.pem')
  writeFileSync(other, 'nothing')

  expect(release().stderr).toMatch(/^Usage/)
  expect(release('--key', other).stderr).toContain('is no private key in PEM')
  writeFileSync(join(checkout, 'package.json'), '{}')
  expect(release('--key', pem()).stderr).toMatch(/^Commit first/)
})
