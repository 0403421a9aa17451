import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from './config'

const bucket = {
  S3_ENDPOINT: 'http://10.0.0.5:9000/',
  S3_BUCKET: 'media',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}

describe('the settings', () => {
  test('have defaults that serve this machine only', () => {
    const config = loadConfig({})

    expect(config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      logLevel: 'info',
      allowedOrigins: [],
      recordLinking: false,
      demo: false,
    })
    expect(config.adminPassword).toBeUndefined()
    expect(Object.isFrozen(config)).toBe(true)
  })

  test('that are empty count as absent', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ', ADMIN_PASSWORD: '' })).toEqual(loadConfig({}))
  })

  test('are parsed to their values', () => {
    const config = loadConfig({
      PORT: '9000',
      DATA_DIR: 'some where',
      PUBLIC_URL: 'https://inbox.example.com/',
      ALLOWED_ORIGINS: 'https://a.example.com, http://b.example.com:3000',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      WHATSAPP_SIMULATOR_URL: 'ws://127.0.0.1:8090/ws/chat',
      ASSISTANT_BASE_URL: 'http://127.0.0.1:11434/v1/',
      ASSISTANT_MODEL: 'llama3',
      PRIVATE_HOSTS: '127.0.0.1:11434, models.local:80',
      BOT_PRIVATE_HOSTS: 'bots.local:5678',
      RECORD_LINKING: '1',
    })

    expect(config).toMatchObject({
      port: 9000,
      dataFolder: resolve('some where'),
      publicUrl: 'https://inbox.example.com',
      allowedOrigins: ['https://a.example.com', 'http://b.example.com:3000'],
      trustedProxies: ['10.0.0.0/8', '::1'],
      assistant: { baseUrl: 'http://127.0.0.1:11434/v1', model: 'llama3', transcriptionModel: 'whisper-1' },
      privateHosts: ['127.0.0.1:11434', 'models.local:80'],
      botPrivateHosts: ['bots.local:5678'],
      recordLinking: true,
      whatsappSimulator: {
        socketUrl: 'ws://127.0.0.1:8090/ws/chat',
        trustUrl: 'http://127.0.0.1:8090/trust',
      },
    })
  })

  test('SUBSCR-11 about payments name the provider and its needs; the demo simulates payments', () => {
    const efi = {
      PAYMENT_PROVIDER: 'efi',
      PIX_KEY: 'pix@balcao.example',
      EFI_CLIENT_ID: 'Client_Id',
      EFI_CLIENT_SECRET: 'Client_Secret',
      EFI_CERTIFICATE: '/etc/balcao/efi.p12',
    }

    expect(loadConfig({}).payments).toBeNull()
    expect(loadConfig({ BALCAO_DEMO: '1' }).payments).toEqual({ provider: 'sandbox' })
    expect(loadConfig(efi).payments).toMatchObject({
      provider: 'efi',
      certificate: '/etc/balcao/efi.p12',
      isHomologation: false,
    })
    expect(() => loadConfig({ ...efi, EFI_CERTIFICATE: '' })).toThrow(/^EFI_CERTIFICATE is needed/)
    expect(() => loadConfig({ PAYMENT_PROVIDER: 'static', PIX_KEY: 'k', PIX_CITY: 'Recife' })).toThrow(
      /^PIX_RECEIVER is needed/,
    )
    expect(() => loadConfig({ PAYMENT_PROVIDER: 'sandbox', HOST: '0.0.0.0' })).toThrow(/^HOST must be/)
  })

  test.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['HOST', 'not a host'],
    ['DATABASE_URL', 'mysql://somewhere/name'],
    ['ADMIN_EMAIL', 'nobody'],
    ['PUBLIC_URL', 'inbox.example.com'],
    ['PUBLIC_URL', 'https://example.com/inbox'],
    ['ALLOWED_ORIGINS', '*'],
    ['ALLOWED_ORIGINS', 'https://other.example.com'], // without PUBLIC_URL
    ['TRUSTED_PROXIES', 'proxy'],
    ['ASSISTANT_BASE_URL', 'ftp://models'],
    ['PRIVATE_HOSTS', '10.0.0.5'],
    ['BOT_PRIVATE_HOSTS', 'bots.local'],
    ['LOG_LEVEL', 'loud'],
    ['SEARCHES_PER_MINUTE', '0'],
    ['DRAIN_SECONDS', '301'],
    ['DRAIN_SECONDS', '1.5'],
    ['BALCAO_DEMO', 'yes'],
    ['RECORD_LINKING', 'true'],
    ['PAYMENT_PROVIDER', 'paypal'],
    ['WHATSAPP_SIMULATOR_URL', 'ws://10.0.0.1:8090/ws/chat'],
    ['WHATSAPP_SIMULATOR_URL', 'ws://127.evil.example:8090/ws/chat'],
    ['WHATSAPP_SIMULATOR_URL', 'wss://web.whatsapp.com/ws/chat'],
    ['REDIS_URL', 'redis://somewhere'],
    ['ROLES', 'api'],
    ['METRICS_ADDRESS', '0.0.0.0:9100'],
    ['METRICS_ADDRESS', '9100'],
    ['NODE_ADDRESS', '10.0.0.5'],
    ['NODE_ADDRESS', '203.0.113.5:8081'],
    ['NODE_ADDRESS', 'inbox.example.com:8081'],
    ['NODE_ADDRESS', '10.0.0.5:8081/links'],
  ])('%s=%s is refused with a line that names it', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(new RegExp(`^${name} .+[^.]\\.$`))
  })

  test('ROLES are in one order, once each, and known', () => {
    const rolesOf = (ROLES: string) => loadConfig({ ROLES, NODE_ADDRESS: '127.0.0.1:0' }).roles

    expect(loadConfig({}).roles).toEqual(['api', 'realtime', 'worker', 'sessions'])
    expect(rolesOf('sessions, worker,sessions')).toEqual(['worker', 'sessions'])
    expect(() => rolesOf('api,web')).toThrow('ROLES must list some of api, realtime, worker, sessions.')
  })

  test('REDIS_URL is one of Redis', () => {
    const urlOf = (REDIS_URL: string) => loadConfig({ REDIS_URL, NODE_ADDRESS: '127.0.0.1:0' }).redisUrl

    expect(urlOf('rediss://:secret@cache.example.com:6380')).toBe('rediss://:secret@cache.example.com:6380')
    expect(() => urlOf('http://:secret@cache.example.com')).toThrow(
      /^REDIS_URL must be like redis:\/\/:password@host:6379\.$/,
    )
  })

  test('CELL and DIRECTORY_URL need each other', () => {
    const DIRECTORY_URL = 'postgres://balcao@10.0.0.5/directory'

    expect(loadConfig({}).cell).toBeNull()
    expect(loadConfig({ CELL: '0', DIRECTORY_URL }).cell).toEqual({ number: 0, directoryUrl: DIRECTORY_URL })
    expect(() => loadConfig({ CELL: '1' })).toThrow(/^CELL and DIRECTORY_URL need each other/)
    expect(() => loadConfig({ DIRECTORY_URL })).toThrow(/^CELL and DIRECTORY_URL need each other/)
    expect(() => loadConfig({ CELL: '214', DIRECTORY_URL })).toThrow(
      /^CELL must be a whole number from 0 to 213/,
    )
  })

  test('NODE_ADDRESS is a private address with a port', () => {
    const addressOf = (NODE_ADDRESS: string) => loadConfig({ NODE_ADDRESS }).nodeAddress

    expect(loadConfig({}).nodeAddress).toBeNull()
    expect(addressOf('10.0.0.5:8081')).toEqual({ host: '10.0.0.5', port: 8081 })
    expect(addressOf('[::1]:0')).toEqual({ host: '::1', port: 0 })
  })

  test('METRICS_ADDRESS is absent by default, and a private address with a port', () => {
    expect(loadConfig({}).metricsAddress).toBeNull()
    expect(loadConfig({ METRICS_ADDRESS: '127.0.0.1:9100' }).metricsAddress).toEqual({
      host: '127.0.0.1',
      port: 9100,
    })
  })

  test('A1 a short or well-known admin password is refused, without showing it', () => {
    for (const password of [
      '1234567',
      '12345678',
      'password1',
      'changeme',
      'balcao-demo',
      'aaaaaaaaaa',
      'Senha123',
    ]) {
      const attempt = () => loadConfig({ ADMIN_PASSWORD: password })

      expect(attempt).toThrow('ADMIN_PASSWORD')
      expect(attempt).not.toThrow(password)
    }
    expect(loadConfig({ ADMIN_PASSWORD: 'a-bar-password-1' }).adminPassword).toBe('a-bar-password-1')
  })

  test('of an object store work together, and default to the region us-east-1', () => {
    expect(loadConfig({}).s3).toBeNull()
    expect(loadConfig(bucket).s3).toEqual({
      endpoint: 'http://10.0.0.5:9000',
      bucket: 'media',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    })
    for (const name of Object.keys(bucket))
      expect(() => loadConfig({ ...bucket, [name]: '' })).toThrow(
        new RegExp(`^${name} is needed with S3_.+\\.$`),
      )
    expect(() => loadConfig({ S3_REGION: 'eu-1' })).toThrow(/^S3_ENDPOINT, .+ are needed with S3_REGION/)
  })

  test.each(['http://localhost:9000', 'http://[::1]:9000', 'http://192.168.1.2', 'https://s3.example.com'])(
    'allow the object store %s',
    (endpoint) => {
      expect(loadConfig({ ...bucket, S3_ENDPOINT: endpoint }).s3?.endpoint).toBe(endpoint)
    },
  )

  test.each([
    ['S3_BUCKET', 'Media'],
    ['S3_REGION', 'here and there'],
    ['S3_ENDPOINT', 's3.example.com'],
    ['S3_ENDPOINT', 'https://key:secret@s3.example.com'],
    ['S3_ENDPOINT', 'http://s3.example.com'],
    ['S3_ENDPOINT', 'http://8.8.8.8:9000'],
    ['S3_SECRET_ACCESS_KEY', 'two words'],
  ])('of an object store are refused: %s=%s', (name, value) => {
    expect(() => loadConfig({ ...bucket, [name]: value })).toThrow(new RegExp(`^${name} must be .+[^.]\\.$`))
  })

  test('that are wrong are reported together, one line each', () => {
    expect(() => loadConfig({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/^PORT .+\nLOG_LEVEL .+$/)
  })

  test('the demo, whose passwords are public, serves loopback only', () => {
    expect(() => loadConfig({ BALCAO_DEMO: '1', HOST: '0.0.0.0' })).toThrow('HOST must be a loopback address')
    expect(loadConfig({ BALCAO_DEMO: '1' }).demo).toBe(true)
  })
})
