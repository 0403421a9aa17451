import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  adoptTransferredSecrets,
  areSameTransferableSecrets,
  loadSecrets,
  transferableSecrets,
} from './secrets'

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

describe('the secrets of another installation', () => {
  test('replace those of a folder, whose passwords of the database stay', () => {
    const theirs = loadSecrets(join(folder, 'theirs'), {})
    const own = loadSecrets(folder, {})

    adoptTransferredSecrets(folder, transferableSecrets(theirs), {})

    const { tokenSigningKey, linkSigningKey, dataKeys } = theirs
    expect(loadSecrets(folder, {})).toEqual({ ...own, tokenSigningKey, linkSigningKey, dataKeys })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).sort()).toEqual(['secrets.json', 'theirs'])
  })

  test('keep all data keys in their order', () => {
    const keys = `k2:${'ab12'.repeat(16)},k1:${'cd34'.repeat(16)}`
    const theirs = { ...transferableSecrets(loadSecrets(join(folder, 'theirs'), {})), dataKeys: keys }

    adoptTransferredSecrets(folder, theirs, {})

    expect(transferableSecrets(loadSecrets(folder, {}))).toEqual(theirs)
    expect(loadSecrets(folder, {}).dataKeys.current).toBe('k2')
  })

  test('may be in a file that is read-only, if that has them already', ({ skip }) => {
    const own = loadSecrets(folder, {})
    if (spawnSync('unshare', ['-rm', 'true']).status !== 0) skip('no mounts are possible here')
    const program = `
      import { adoptTransferredSecrets, loadSecrets, transferableSecrets } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'secrets.ts')).href)}
      const own = loadSecrets(${JSON.stringify(folder)}, {})
      adoptTransferredSecrets(${JSON.stringify(folder)}, transferableSecrets(own), {})
      process.stdout.write(own.linkSigningKey)`
    const mounted = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$1" --import "$2" --input-type=module -e "$3"`
    const { stdout, stderr } = spawnSync(
      'unshare',
      ['-rm', 'sh', '-c', mounted, folder, process.execPath, 'tsx', program],
      { encoding: 'utf8' },
    )

    expect({ stdout, stderr }).toEqual({ stdout: own.linkSigningKey, stderr: '' })
  })

  test('may all be in the environment, and are in no file then', () => {
    const theirs = loadSecrets(join(folder, 'theirs'), {})
    const { tokenSigningKey, linkSigningKey, dataKeys } = transferableSecrets(theirs)

    adoptTransferredSecrets(folder, transferableSecrets(theirs), {
      BALCAO_SECRET_TOKEN_KEY: tokenSigningKey,
      BALCAO_SECRET_LINK_KEY: linkSigningKey,
      BALCAO_SECRET_DATA_KEYS: dataKeys,
      BALCAO_SECRET_DATABASE_OWNER: theirs.databaseOwnerPassword,
      BALCAO_SECRET_DATABASE_APP: theirs.databaseAppPassword,
      BALCAO_SECRET_DATABASE_PLATFORM: theirs.databasePlatformPassword,
    })

    expect(readdirSync(folder)).toEqual(['theirs'])
  })

  test('may be in the environment in another spelling', () => {
    const keys = [`k2:${'ab12'.repeat(16)}`, `k1:${'cd34'.repeat(16)}`]
    const theirs = {
      ...transferableSecrets(loadSecrets(join(folder, 'theirs'), {})),
      dataKeys: keys.join(','),
    }
    const spelled = keys.map((key) => key.slice(0, 3) + key.slice(3).toUpperCase()).join(', ')

    expect(() => adoptTransferredSecrets(folder, theirs, { BALCAO_SECRET_DATA_KEYS: spelled })).not.toThrow()
    expect(areSameTransferableSecrets(theirs, { ...theirs, dataKeys: spelled })).toBe(true)
    expect(areSameTransferableSecrets(theirs, { ...theirs, dataKeys: keys.toReversed().join(',') })).toBe(
      true,
    )
    expect(areSameTransferableSecrets(theirs, { ...theirs, dataKeys: keys[0] ?? '' })).toBe(false)
  })

  test('are refused where the environment has other ones, and when one is missing', () => {
    const theirs = transferableSecrets(loadSecrets(join(folder, 'theirs'), {}))
    const before = loadSecrets(folder, {})
    const environment = { BALCAO_SECRET_LINK_KEY: 'something else that is long enough' }

    expect(() => adoptTransferredSecrets(folder, theirs, environment)).toThrow(
      'BALCAO_SECRET_LINK_KEY is not the secret of the backup.',
    )
    expect(() => adoptTransferredSecrets(folder, { ...theirs, dataKeys: '' }, {})).toThrow(
      'dataKeys of the backup is missing',
    )
    expect(loadSecrets(folder, {})).toEqual(before)
  })
})

test('a data folder whose restore was interrupted is refused', () => {
  mkdirSync(join(folder, 'restoring'))

  expect(() => loadSecrets(folder, {})).toThrow(`The restore into ${folder} is not finished.`)
  expect(readdirSync(folder)).toEqual(['restoring'])
})
