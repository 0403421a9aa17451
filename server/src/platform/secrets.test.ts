import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadSecrets } from './secrets'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-secrets-'))
  file = join(folder, 'secrets.json')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const change = (key: string, value: unknown) => {
  const secrets = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...secrets, [key]: value }))
}

describe('the secrets of an installation', () => {
  test('A1 are random at the first start, readable by their owner only, and stay the same', () => {
    const first = loadSecrets(folder, {})
    const again = loadSecrets(folder, {})

    expect(again).toEqual(first)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['secrets.json'])
  })

  test('A1 of two installations are different', () => {
    const one = loadSecrets(join(folder, 'one'), {})
    const other = loadSecrets(join(folder, 'other'), {})

    expect(Object.values(one).filter((secret) => Object.values(other).includes(secret))).toEqual([])
  })

  test('are closed to other users again when a restored backup has opened them', () => {
    loadSecrets(folder, {})
    chmodSync(file, 0o644)

    loadSecrets(folder, {})

    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('of the environment override those of the file', () => {
    const key = 'f3c1a9e07b52d8640f3c1a9e07b52d86'

    expect(loadSecrets(folder, { BALCAO_SECRET_TOKEN_KEY: key }).tokenSigningKey).toBe(key)
  })

  test('A1 a missing, short, well-known or broken secret stops the start and names its place', () => {
    loadSecrets(folder, {})

    change('tokenSigningKey', 'short')
    expect(() => loadSecrets(folder, {})).toThrow(`tokenSigningKey in ${file} can be guessed`)
    change('tokenSigningKey', 'changeme'.repeat(8))
    expect(() => loadSecrets(folder, {})).toThrow('can be guessed')
    change('tokenSigningKey', undefined)
    expect(() => loadSecrets(folder, {})).toThrow('is missing')
    change('tokenSigningKey', 7)
    expect(() => loadSecrets(folder, {})).toThrow('secrets.json is broken')
    writeFileSync(file, '{"tokenSigningKey": "cut o')
    expect(() => loadSecrets(folder, {})).toThrow('secrets.json is broken')
  })

  test('A1 two equal secrets stop the start', () => {
    const { linkSigningKey } = loadSecrets(folder, {})

    change('tokenSigningKey', linkSigningKey)

    expect(() => loadSecrets(folder, {})).toThrow('Two of the secrets are the same')
  })

  test('A1 an invalid key for data at rest stops the start without being shown', () => {
    const broken = 'k1:f3c1a9e07b52d8640f3c1a9e07b52d86'

    const attempt = () => loadSecrets(folder, { BALCAO_SECRET_DATA_KEYS: broken })

    expect(attempt).toThrow('BALCAO_SECRET_DATA_KEYS is broken')
    expect(attempt).not.toThrow(broken)
  })

  test.runIf(process.platform === 'linux')('a folder that cannot hold the file is refused at once', () => {
    expect(() => loadSecrets('/proc/balcao/data', {})).toThrow(
      'The data folder /proc/balcao/data cannot be made (ENOENT)',
    )
  })
})
