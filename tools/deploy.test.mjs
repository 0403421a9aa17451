import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { inProject } from './project.mjs'

const read = (/** @type {string} */ path) => readFileSync(inProject(path), 'utf8')
const paths = readdirSync(inProject('deploy'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath.slice(inProject('').length)}/${entry.name}`.replace(/^\/+/, ''))

/** @param {RegExp} pattern @param {string} text */
const allOf = (pattern, text) => [...text.matchAll(pattern)].map(([whole, part]) => part ?? whole)

const settings = new Set([
  ...allOf(/^ {2}([A-Z][A-Z_]+):/gm, read('server/src/platform/config.ts')),
  ...allOf(/^ {2}([A-Z][A-Z_]+):/gm, read('server/src/platform/backup-settings.ts')),
  ...allOf(/^ {2}([A-Z][A-Z_]+):/gm, read('server/src/platform/payment-settings.ts')),
  ...allOf(/^ {2}([A-Z][A-Z_]+):/gm, read('server/src/platform/mail-settings.ts')),
  ...allOf(/^ {2}(S3_[A-Z_]+):/gm, read('server/src/platform/files/s3-settings.ts')),
  ...allOf(/'(BALCAO_SECRET_[A-Z_]+)'/g, read('server/src/platform/secrets.ts')),
])

/** Names of other programs. */
const foreign = [
  ...['NODE_ENV', 'POD_IP', 'PG_VERSION', 'ON_ERROR_STOP', 'POSTGRES_DB', 'POSTGRES_PASSWORD_FILE'],
  ...['COMPOSE_PROFILES', 'ROOT_ACCESS_KEY', 'ROOT_SECRET_KEY'],
]

test('every setting of the files is one of the product', () => {
  const unknown = paths.flatMap((path) =>
    allOf(/(?<![\w%])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?!\w)/g, read(path))
      .filter((name) => !settings.has(name) && !foreign.includes(name))
      .map((name) => `${path}: ${name}`),
  )

  expect(settings.size).toBeGreaterThan(25)
  expect(paths).toContain('deploy/kubernetes/processes.yaml')
  expect(unknown).toEqual([])
})

test('Redis and the object store are optional, and their addresses are those of their services', () => {
  const compose = read('deploy/compose.yaml')
  const [address = ''] = allOf(/ipv4_address: (\S+) /g, compose)
  const [port = ''] = allOf(/versitygw --port :(\d+)/g, compose)
  const redis = read('deploy/kubernetes/optional/redis.yaml')
  const [service = ''] = allOf(/kind: Service\nmetadata: { name: (\S+) }/g, redis)
  const [redisPort = ''] = allOf(/containerPort: (\d+)/g, redis)

  expect(allOf(/profiles: \[(\w+)\]/g, compose)).toEqual(['redis', 's3'])
  expect(allOf(/^ {4}(\w+): { condition: \w+, required: false }/gm, compose)).toEqual(['redis', 's3'])
  expect(allOf(/S3_ENDPOINT=(\S+),/g, compose)).toEqual([`http://${address}:${port}`])
  expect(allOf(/REDIS_URL=(\S+)/g, compose)).toEqual(['redis://redis:6379'])
  expect(allOf(/REDIS_URL: (\S+)/g, read('deploy/kubernetes/balcao.yaml'))).toEqual([
    `redis://${service}:${redisPort}`,
  ])
  for (const name of settings) {
    if (/^(S3_(?!REGION)|REDIS_)/.test(name)) expect(compose).toContain(`  ${name}: \${${name}:-}`)
  }
})

test('the compose file passes each setting that the README names, and that it does not set itself', () => {
  // The image, the start script and the other services decide these; secrets are in the volume; cells are several installations.
  const own = [
    'PORT',
    'HOST',
    'DATA_DIR',
    'SIMULATOR_PORT',
    'NODE_ADDRESS',
    'METRICS_ADDRESS',
    'CELL',
    'DIRECTORY_URL',
  ]
  const [, table = ''] = /\| Setting \|.*\n([\s\S]*?)\n\n/.exec(read('README.md')) ?? []
  const named = allOf(/^\| (`[^|]*)\|/gm, table)
    .flatMap((names) => allOf(/`([A-Z][A-Z0-9_]+)`/g, names))
    .filter((name) => !own.includes(name))
  const { environment } = compose.services.worker

  expect(named.length).toBeGreaterThan(30)
  expect(Object.keys(environment)).toEqual(expect.arrayContaining([...named, 'TZ']))
  for (const [name, value] of Object.entries(environment))
    if (!['DATABASE_URL', 'TRUSTED_PROXIES', 'DRAIN_SECONDS', 'ROLES'].includes(name))
      expect(value).toBe(`\${${name}:-}`)
})

test('every role of the files is one of the product', () => {
  const [, listed = ''] =
    /nodeRoles = \[(.*)\] as const/.exec(read('server/src/platform/cluster/node.ts')) ?? []
  const known = allOf(/'(\w+)'/g, listed)

  const given = ['deploy/compose.yaml', 'deploy/kubernetes/processes.yaml', 'deploy/systemd/balcao@.service']
    .flatMap((path) => allOf(/ROLES(?::|=|, value:) ?'?([a-z,]+)/g, read(path)))
    .flatMap((list) => list.split(','))

  expect(new Set(given)).toEqual(new Set(known))
})

test('every path that is checked is one of the product', () => {
  const known = allOf(/endpoint\('GET (\/\w+)'/g, read('packages/contract/src/health.ts'))

  const checked = paths.flatMap((path) =>
    allOf(/(?:uri |path: |PORT \+ ')(\/\w+)/g, read(path)).filter((found) => found !== '/data'),
  )

  expect(known).toEqual(expect.arrayContaining(['/health', '/ready']))
  expect(new Set(checked)).toEqual(new Set(['/health', '/ready']))
})

test('each stage of the image has one release of Node.js, which is in support', () => {
  const releases = allOf(/^FROM node:(\d+)-slim/gm, read('deploy/Dockerfile'))

  expect(releases).toHaveLength(3)
  expect(new Set(releases)).toEqual(new Set(['24'])) // until April 2028; 20 ended in April 2026
})

test('the ports of the image are those that the others use', () => {
  const [image, start] = [read('deploy/Dockerfile'), read('deploy/start-in-container.sh')]
  const pods = read('deploy/kubernetes/processes.yaml')
  const exposed = allOf(/EXPOSE (.*)/g, image).flatMap((ports) => ports.split(' '))
  const [http, node, metrics] = exposed

  expect(allOf(/PORT=(\d+)/g, image)).toEqual([http])
  expect(allOf(/address:(\d+)/g, start)).toEqual([node, metrics])
  expect(new Set(allOf(/containerPort: (\d+)/g, pods))).toEqual(new Set(exposed))
  expect(new Set(allOf(/POD_IP\):(\d+)/g, pods))).toEqual(new Set([node, metrics]))
  expect(new Set(allOf(/prometheus.io\/port: '(\d+)'/g, pods))).toEqual(new Set([metrics]))
  expect(new Set(allOf(/server api\d api\d:(\d+)/g, read('deploy/haproxy.cfg')))).toEqual(new Set([http]))
})

test('a process drains for longer than the balancer takes to notice, and is not killed before its end', () => {
  const balancer = read('deploy/haproxy.cfg')
  const [inter = 0] = allOf(/inter (\d+)s/g, balancer).map(Number)
  const [fall = 0] = allOf(/fall (\d+)/g, balancer).map(Number)
  const seconds = (/** @type {RegExp} */ pattern, /** @type {string} */ path) =>
    allOf(pattern, read(path)).map(Number)
  const drains = [
    ...seconds(/DRAIN_SECONDS: '(\d+)'/g, 'deploy/compose.yaml'),
    ...seconds(/DRAIN_SECONDS: '(\d+)'/g, 'deploy/kubernetes/balcao.yaml'),
    ...seconds(/DRAIN_SECONDS=(\d+)/g, 'deploy/systemd/balcao@.service'),
  ]
  const graces = [
    ...seconds(/x-balcao[\s\S]*?stop_grace_period: (\d+)s/g, 'deploy/compose.yaml'),
    ...seconds(/terminationGracePeriodSeconds: (\d+)/g, 'deploy/kubernetes/processes.yaml'),
    ...seconds(/TimeoutStopSec=(\d+)/g, 'deploy/systemd/balcao@.service'),
  ]

  expect([inter, fall, drains.length, graces.length]).toEqual([1, 2, 3, 5])
  for (const drain of drains) expect(drain).toBeGreaterThan(inter * fall)
  for (const grace of graces) expect(grace).toBeGreaterThanOrEqual(90)
})

/** @type {{ services: Record<string, any>, volumes: object, networks: object, secrets: Record<string, { file: string }> }} */
const compose = parse(read('deploy/compose.yaml'), { merge: true })
const services = Object.values(compose.services)
const mounts = services
  .flatMap(({ volumes = [] }) => volumes)
  .map((/** @type {string} */ mount) => {
    const [source = '', target] = mount.split(':')
    return { source, target }
  })
/** The instructions of the image, with continued lines joined. */
const instructions = read('deploy/Dockerfile')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

test('each name in the compose file is declared, and each declared one is used', () => {
  const named = mounts.filter(({ source, target }) => target !== undefined && !/^[./]/.test(source))
  const depended = services.flatMap(({ depends_on: on = [] }) => (Array.isArray(on) ? on : Object.keys(on)))
  const networks = services.flatMap(({ networks: all }) => (Array.isArray(all) ? all : Object.keys(all)))

  expect(new Set(named.map(({ source }) => source))).toEqual(new Set(Object.keys(compose.volumes)))
  expect(new Set(services.flatMap(({ secrets = [] }) => secrets))).toEqual(
    new Set(Object.keys(compose.secrets)),
  )
  expect(new Set(networks)).toEqual(new Set(Object.keys(compose.networks)))
  expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(depended))
  for (const one of services) expect(one).toHaveProperty('image')
})

test('each file that the compose file mounts is in the folder, or is one that its first lines ask for', () => {
  const text = read('deploy/compose.yaml')
  const asked = text.slice(0, text.indexOf('\nname:'))

  for (const { source } of mounts.filter(({ source: path }) => path.startsWith('.')))
    expect(existsSync(inProject(join('deploy', source)))).toBe(true)
  for (const { file } of Object.values(compose.secrets)) expect(asked).toContain(join('deploy', file))
  for (const { build } of services.filter((one) => one.build !== undefined))
    expect(existsSync(inProject(join('deploy', build.context, build.dockerfile)))).toBe(true)
})

test('each variable of the compose file is in its first lines or in the README', () => {
  const text = read('deploy/compose.yaml')
  const documented = text.slice(0, text.indexOf('\nname:')) + read('README.md')

  const variables = allOf(/(?<!\$)\$\{([A-Z_0-9]+)/g, text)

  expect(variables).toContain('DATABASE_URL')
  expect(variables.filter((name) => !documented.includes(name))).toEqual([])
})

test('the image has the folders that are mounted, and runs without root', () => {
  const [made = ''] = allOf(/^RUN mkdir -p (.*?) &&/gm, instructions.join('\n'))
  const ours = services.filter(({ build }) => build).flatMap(({ volumes }) => volumes)

  const targets = ours.map((/** @type {string} */ mount) => mount.split(':').at(-1) ?? '')
  for (const target of targets)
    expect(made.split(' ').some((one) => `${one}/`.startsWith(`${target}/`))).toBe(true)
  expect(targets).toContain('/data')
  expect(instructions.filter((line) => line.startsWith('USER')).at(-1)).toBe('USER node')
  for (const one of services.filter(({ build }) => build)) expect(one.read_only).toBe(true)
})

test('each copied path of the image exists, in the project or in a former stage', () => {
  const ignored = read('.dockerignore').split('\n')
  const stages = instructions.flatMap((line) => / AS (\w+)$/.exec(line)?.[1] ?? [])
  const copies = instructions.filter((line) => line.startsWith('COPY '))

  expect(copies.length).toBeGreaterThan(5)
  for (const copy of copies) {
    const words = copy.split(' ').slice(1, -1)
    const from = /^--from=(.*)/.exec(words[0] ?? '')?.[1]
    if (from !== undefined) expect(stages).toContain(from)
    for (const word of words.filter((one) => !one.startsWith('--'))) {
      const path = word.replace(/^\/balcao\//, '')
      const isMade = /(^|\/)(node_modules|dist)$/.test(path)
      expect([path, isMade || existsSync(inProject(path))]).toEqual([path, true])
      if (from === undefined) expect(ignored).not.toContain(path)
    }
  }
  for (const [command] of instructions.flatMap((line) =>
    line.startsWith('CMD ') ? [JSON.parse(line.slice(4))] : [],
  ))
    expect(statSync(inProject(command)).mode & 0o111).not.toBe(0)
})

test('the build of the image sees no data, secrets or packages of this machine', () => {
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining([
      '.git',
      '**/node_modules',
      '**/dist',
      'data',
      ...Object.values(compose.secrets).map(({ file }) => join('deploy', file)),
      'deploy/.env',
    ]),
  )
})

test.each(paths.filter((path) => path.endsWith('.yaml')))('%s is YAML without repeated keys', (path) => {
  for (const document of parseAllDocuments(read(path), { merge: true })) {
    expect(document.errors).toEqual([])
    expect(document.warnings).toEqual([])
  }
})

test('the check of a PostgreSQL ends its session before it reads, so that a standby fails it at once', () => {
  const steps = allOf(/tcp-check (connect|send-binary|expect)/g, read('deploy/haproxy-postgres.cfg'))
  const [last] = allOf(/tcp-check send-binary (\S+)\n.*expect/g, read('deploy/haproxy-postgres.cfg'))

  expect(steps).toEqual(['connect', 'send-binary', 'send-binary', 'send-binary', 'expect'])
  expect(last).toBe('5800000004') // Terminate
})

test.each(paths.filter((path) => path.endsWith('.sh')))('%s is readable for a shell', (path) => {
  expect(spawnSync('sh', ['-n', inProject(path)]).status).toBe(0)
})

test('a command in the image neither installs nor builds', () => {
  const image = mkdtempSync(join(tmpdir(), 'balcao-image-'))
  onTestFinished(() => rmSync(image, { recursive: true }))
  const copied = allOf(/^COPY --from=packages \/balcao\/(\S+) \S+$/gm, read('deploy/Dockerfile'))
  expect(copied).toEqual(expect.arrayContaining(['package.json', 'tools']))
  for (const path of ['package.json', 'tools'])
    cpSync(inProject(path), join(image, path), { recursive: true })
  const tool = (/** @type {string} */ name) => JSON.stringify(pathToFileURL(join(image, 'tools', name)).href)
  const program = `
    await (await import(${tool('install.mjs')})).installIfStale()
    await (await import(${tool('build.mjs')})).buildIfStale()`

  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })

  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
})
