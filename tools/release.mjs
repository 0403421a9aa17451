import './require-node.mjs'
import { execFileSync } from 'node:child_process'
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { giveUp, inProject, root, say } from './project.mjs'

// The archive of the committed tree, its checksum, and the signature of the checksum by the publisher's Ed25519 key.
// docs/releases.md says how others check them.
const { values } = parseArgs({ options: { key: { type: 'string' }, to: { type: 'string' } } })
if (values.key === undefined) giveUp('Usage: npm run release -- --key private.pem [--to folder]')

const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
if (git('status', '--porcelain') !== '')
  giveUp('Commit first: a release has what is committed, and nothing else.')

const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
const folder = resolve(values.to ?? inProject(`dist/balcao-${version}`))
const archive = `balcao-${version}.tar.gz`
const key = readKey(values.key)
mkdirSync(folder, { recursive: true })
git('archive', '--format=tar.gz', `--prefix=balcao-${version}/`, '-o', join(folder, archive), 'HEAD')
const sum = createHash('sha256')
  .update(readFileSync(join(folder, archive)))
  .digest('hex')
const sums = `${sum}  ${archive}\n`
writeFileSync(join(folder, 'SHA256SUMS'), sums)
writeFileSync(join(folder, 'SHA256SUMS.sig'), sign(null, Buffer.from(sums), key))
say(`Wrote ${archive}, SHA256SUMS and SHA256SUMS.sig to ${folder}.`)

/** @param {string} path */
function readKey(path) {
  try {
    const key = createPrivateKey(readFileSync(path))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch (error) {
    return giveUp(`${path} is no private key in PEM: ${error instanceof Error ? error.message : error}`)
  }
  return giveUp(`${path} is no Ed25519 key: openssl genpkey -algorithm ed25519 -out private.pem`)
}
