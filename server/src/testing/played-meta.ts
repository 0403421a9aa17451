import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ConnectionId } from '@balcao/domain/ids'
import { credentialsKeyStoreEntry } from '@balcao/domain/official-credentials'
import { changeSessionKeys } from '../features/connections/session-keys'
import {
  type MetaTemplate,
  TemplateProblem,
  type TemplateSample,
  type TemplatesApi,
} from '../features/message-templates/templates-api.port'
import type { TestApp, TestCompany } from './test-app'

/** The templates of accounts as Meta keeps them. */
export interface PlayedMeta extends TemplatesApi {
  /** Of all accounts, by Meta's id. */
  readonly templates: Map<string, MetaTemplate & { readonly accountId: string }>
  readonly samples: readonly (Omit<TemplateSample, 'file'> & { readonly content: Buffer })[]
  /** Adds an approved template. */
  has(accountId: string, template: Partial<MetaTemplate> & Pick<MetaTemplate, 'name'>): MetaTemplate
  /** The next call fails so. */
  failsWith(problem: TemplateProblem): void
}

export function playedMeta(): PlayedMeta {
  const templates: PlayedMeta['templates'] = new Map()
  const samples: PlayedMeta['samples'][number][] = []
  const deleted = new Set<string>()
  let last = 1_000_000
  let failure: TemplateProblem | null = null
  const answers = () => {
    const now = failure
    failure = null
    if (now !== null) throw now
  }
  const add = (accountId: string, template: Omit<MetaTemplate, 'metaId'>): MetaTemplate => {
    const metaId = String(++last)
    const kept = { ...template, metaId, accountId }
    templates.set(metaId, kept)
    return kept
  }
  return {
    templates,
    samples,
    has: (accountId, { name, ...others }) =>
      add(accountId, {
        ...{ name, language: 'pt_BR', category: 'UTILITY', status: 'APPROVED', quality: 'UNKNOWN' },
        ...{ reason: null, isNamed: false, components: [{ type: 'BODY', text: 'Olá!' }], ...others },
      }),
    failsWith(problem) {
      failure = problem
    },
    async list({ accountId }) {
      answers()
      return [...templates.values()].filter((template) => template.accountId === accountId)
    },
    async create({ accountId }, template) {
      answers()
      const key = `${accountId} ${template.name}`
      const isTaken = [...templates.values()].some(
        (one) =>
          one.accountId === accountId && one.name === template.name && one.language === template.language,
      )
      if (isTaken || deleted.has(key)) throw new TemplateProblem('name-taken', template.name)
      const { metaId, status, category } = add(accountId, {
        ...template,
        status: 'PENDING',
        quality: null,
        reason: null,
      })
      return { metaId, status, category }
    },
    async edit({ accountId }, metaId, { category, components }) {
      answers()
      const before = templates.get(metaId)
      if (before?.accountId !== accountId) throw new TemplateProblem('gone', metaId)
      templates.set(metaId, { ...before, category, components, status: 'PENDING' })
    },
    async remove({ accountId }, { metaId, name }) {
      answers()
      if (templates.get(metaId)?.accountId !== accountId) throw new TemplateProblem('gone', metaId)
      templates.delete(metaId)
      deleted.add(`${accountId} ${name}`)
    },
    async uploadSample(_, { file, ...sample }) {
      answers()
      samples.push({ ...sample, content: await buffer(await file()) })
      return `4::${samples.length}`
    },
  }
}

/** Makes a connection one of the official API, as its set-up does. Returns the account's id. */
export async function makeOfficial(
  testApp: TestApp,
  { id: companyId }: TestCompany,
  connectionId: ConnectionId,
  accountId: string = randomUUID(),
): Promise<string> {
  await testApp.rows(`update connections set provider = 'cloud' where id = $1`, [connectionId])
  await testApp.rows(
    `insert into official_numbers (company_id, connection_id, account_id, phone_number_id, verify_token_hash, checked_at)
     values ($1, $2, $3, $4, '\\x00', $5)`,
    [companyId, connectionId, accountId, randomUUID(), testApp.now()],
  )
  const credentials = {
    ...{ accountId, token: 'T', appSecret: 'S', appId: 'A', phoneNumberId: 'P', verifyToken: 'V' },
  }
  await testApp.app.workplace.withCompany({ kind: 'system', name: 'test', companyId }, async (work) => {
    changeSessionKeys(work, testApp.dataKeys, connectionId, [credentialsKeyStoreEntry(credentials)])
  })
  return accountId
}
