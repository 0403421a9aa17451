import { describe, expect, it } from 'vitest'
import { createLog, type LogLevel } from './log'

function aLog(level: LogLevel = 'info', isReadable = false) {
  const lines: string[] = []
  return { log: createLog({ level, isReadable, write: (line) => lines.push(line) }), lines }
}

const canaries = {
  body: 'canary-body: meu cartão venceu',
  number: '5511987654321',
  written: '+55 (11) 98765-4321',
  local: '(11) 98765-4321',
  jid: '5511987654321@s.whatsapp.net',
  device: '5511987654321:12@s.whatsapp.net',
  group: '120363041234567890@g.us',
  lid: '98765432109876@lid',
  email: 'canary@example.com',
  token: 'eyJhbGciOiJIUzI1NiJ9.eyJjYW5hcnkiOjF9.c2lnbmF0dXJlLWNhbmFyeQ',
  secret: 'canaryCanaryCanaryCanaryCanaryCanary_canary-0',
  password: 'canary-password',
  query: 'https://host.example/file?s=canary-signature',
  signed: '/public/7/0123.jpg?e=1&s=canary-signature',
  database: 'postgres://owner:canary-password@db.example/balcao',
}
function unreadable(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error
  }
}

const traces = /canary|98765|1234567890|eyJ/i

describe('O1 log scan', () => {
  it('O1 the log contains no numbers, tokens or texts of users, in any field', () => {
    const { log, lines } = aLog('debug')
    const caused = new Error(
      `cause ${Object.values(canaries).join(' ')}`.replaceAll(/canary-(body|password)[^@ ]*/g, ''),
    )
    const failure = Object.assign(new Error(`no session for ${canaries.device}, told ${canaries.written}`), {
      cause: caused,
      code: 'E_TEST',
      detail: `Key (number)=(${canaries.number}) already exists.`,
      parameters: [canaries.body],
      request: { headers: { authorization: `Bearer ${canaries.token}` }, body: canaries.body },
    })

    log.info(canaries, 'values by their names')
    log.warn({ message: canaries, list: Object.values(canaries), text: canaries.body }, 'nested and listed')
    log.info({ msgText: canaries.body, number: 5511987654321, pushName: canaries.body }, 'figures and names')
    for (const name of ['err', 'error', 'cause', 'code', 'path', 'reason', 'contactId', 'jobs']) {
      log.error({ [name]: failure }, 'an error under a name')
      log.info({ [name]: canaries.jid }, 'a number under a telling name')
      log.info({ [name]: [canaries.number, canaries.token, canaries.email] }, 'a list under a telling name')
      log.info({ [name]: `went to ${canaries.query} and ${canaries.signed}` }, 'links under a telling name')
      log.info({ [name]: canaries.database }, 'an address with credentials')
    }
    log.error(failure)
    log.error(
      { err: new Error(`invalid input syntax for type integer: "${canaries.body}"`) },
      'as PostgreSQL says',
    )
    log.error({ err: unreadable(canaries.body) }, 'as JSON.parse says')
    log.info(
      `a text with ${canaries.number}, ${canaries.local}, ${canaries.group}, ${canaries.lid}, ${canaries.secret}`,
    )
    log
      .child({ body: canaries.body, jid: canaries.jid, key: canaries.secret })
      .info({ token: canaries.token }, 'a child')
    log
      .child({}, { serializers: { err: (error) => error } })
      .error({ err: failure }, 'a child with its own serializer')

    expect(lines.length).toBeGreaterThan(40)
    expect(lines.filter((line) => traces.test(line))).toEqual([])
  })

  it('O1 the log contains ids, counts, codes and the place of an error', () => {
    const { log, lines } = aLog()
    const failure = Object.assign(new TypeError('x is not a function'), { code: 'E_TEST' })

    log
      .child({ companyId: 3 })
      .warn({ ticketId: 81, sizeBytes: 123_456_789, isLate: true, code: 'ENOENT' }, 'told')
    log.info({ messageId: '3EB0C767D097B7C7C030', requestId: '0f8fad5b-d9cb-469f-a165-70867728950e' }, 'ids')
    log.error({ err: failure, path: '/tickets/:ticketId' }, 'a call failed')

    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        level: 'warn',
        companyId: 3,
        ticketId: 81,
        sizeBytes: 123_456_789,
        isLate: true,
        code: 'ENOENT',
        msg: 'told',
      },
      { messageId: '3EB0C767D097B7C7C030', requestId: '0f8fad5b-d9cb-469f-a165-70867728950e' },
      {
        err: {
          type: 'TypeError',
          message: 'x is not a function',
          code: 'E_TEST',
          stack: expect.stringContaining('log.test.ts'),
        },
        path: '/tickets/:ticketId',
      },
    ])
  })
})

describe('lines of the log', () => {
  it('a terminal shows one line per record, and the stack of an error', () => {
    const { log, lines } = aLog('info', true)

    log.info({ port: 8080 }, 'ready')
    log.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'broke')

    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info {2}ready {2}port=8080\n$/)
    expect(lines[1]).toMatch(
      /^\d\d:\d\d:\d\d error broke\n {9}Error: outer\n[\s\S]*caused by\n {9}Error: inner/,
    )
  })

  it('records below the level are not written', () => {
    const { log, lines } = aLog('warn')

    log.info('a fact of the day')

    expect(lines).toEqual([])
  })
})
