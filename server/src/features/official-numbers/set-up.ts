import { randomBytes } from 'node:crypto'
import type { AnswerOf, ParsedInputOf } from '@balcao/contract/endpoint'
import type {
  listBusinessAccountPhoneNumbers,
  OfficialNumber,
  setUpOfficialNumber,
} from '@balcao/contract/official-numbers'
import type { ConnectionId } from '@balcao/domain/ids'
import { credentialsKeyStoreEntry, type OfficialCredentials } from '@balcao/domain/official-credentials'
import { capabilitiesOf } from '@balcao/domain/providers'
import { isUniqueViolationOf } from '../../platform/database/refuse-taken'
import type { DataKeys } from '../../platform/encryption'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, Workplace } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { connectionToRead } from '../connections/connections.access'
import { recordConnectionChanged } from '../connections/connections.events'
import type { ConnectionRow } from '../connections/connections.queries'
import { requestSessionState } from '../connections/request-session'
import { changeSessionKeys } from '../connections/session-keys'
import { type AccountSecrets, type OfficialApi, OfficialSetUpProblem } from './official-api.port'
import {
  connectionsWithOfficialNumbers,
  saveOfficialNumber,
  saveOfficialNumberProblem,
  saveOfficialNumberState,
} from './official-numbers.queries'
import { hashOfVerifyToken, officialWebhookPath } from './receive-webhook'
import { copyAppSecretToOtherNumbers, readStoredCredentials, verifyTokenOfApp } from './stored-credentials'

export interface OfficialNumberSetUpDependencies {
  readonly api: OfficialApi
  readonly dataKeys: DataKeys
  readonly workplace: Pick<Workplace, 'withPlatform'>
  readonly publicUrl: string | undefined
}

/** Runs transactions of a company before and after the calls to Meta. */
export interface CompanyTransactionRunner {
  act<T>(act: (work: CompanyWork) => Promise<T>): Promise<T>
}

/** Lists the numbers of the account to which these secrets give access. Stores nothing. */
export async function findNumbersOfAccount(
  parts: OfficialNumberSetUpDependencies,
  company: CompanyTransactionRunner,
  { params: { connectionId }, body }: ParsedInputOf<typeof listBusinessAccountPhoneNumbers>,
): Promise<AnswerOf<typeof listBusinessAccountPhoneNumbers>> {
  const secrets = await company.act((work) => completed(work, parts.dataKeys, connectionId, body))
  const { numbers, tokenExpiresAt } = await orRefuse(parts.api.numbersOf(secrets))
  const taken = await takenNumbers(
    parts,
    connectionId,
    numbers.map(({ id }) => id),
  )
  return {
    numbers: numbers.map((number) => ({ ...number, isTaken: taken.has(number.id) })),
    tokenExpiresAt: tokenExpiresAt?.toISOString() ?? null,
  }
}

/** Checks number and secrets at Meta, stores the secrets and Meta's answers, and starts the connection. */
export async function setUpNumberAtMeta(
  parts: OfficialNumberSetUpDependencies,
  company: CompanyTransactionRunner,
  { params: { connectionId }, body }: ParsedInputOf<typeof setUpOfficialNumber>,
): Promise<OfficialNumber> {
  const { api, dataKeys } = parts
  const { phoneNumberId } = body
  const { stored, ...secrets } = await company.act((work) => completed(work, dataKeys, connectionId, body))
  const { numbers, appId } = await orRefuse(api.numbersOf(secrets))
  const number = numbers.find(({ id }) => id === phoneNumberId)
  if (number === undefined) throw problem(new OfficialSetUpProblem('number-not-of-account', phoneNumberId))
  if (!number.isRegistered) throw problem(new OfficialSetUpProblem('number-not-registered', number.shown))
  if ((await takenNumbers(parts, connectionId, [phoneNumberId])).has(phoneNumberId))
    throw problem(new OfficialSetUpProblem('number-taken', number.shown))
  await orRefuse(api.subscribe(secrets))
  const known = { ...secrets, appId: appId ?? secrets.appId, phoneNumberId }
  const state = await orRefuse(api.check(known))
  return company.act(async (work) => {
    const { name } = await connectionToRead(work, connectionId)
    const isOtherApp =
      stored !== null && stored.appId !== null && known.appId !== null && stored.appId !== known.appId
    const verifyToken =
      (isOtherApp ? null : stored?.verifyToken) ??
      (await verifyTokenOfApp(work, dataKeys, connectionId, known.appId)) ??
      randomBytes(24).toString('base64url')
    const credentials = { ...known, verifyToken }
    await work.db
      .run(saveOfficialNumber, {
        connectionId,
        accountId: secrets.accountId,
        phoneNumberId,
        verifyTokenHash: hashOfVerifyToken(verifyToken),
        ...state,
        appId: credentials.appId,
        at: work.now,
      })
      .catch((error: unknown) => {
        const isTaken = isUniqueViolationOf(error, 'official_numbers_phone_number_id')
        throw isTaken ? problem(new OfficialSetUpProblem('number-taken', number.shown)) : error
      })
    // Needs no lock: the running connection reads these keys only when it opens, and never writes them.
    changeSessionKeys(work, dataKeys, connectionId, [credentialsKeyStoreEntry(credentials)])
    await copyAppSecretToOtherNumbers(work, dataKeys, connectionId, credentials)
    await recordAudit(work, { act: 'connection.setUp', subject: { id: connectionId, name } })
    const saved = await connectionToRead(work, connectionId)
    recordConnectionChanged(work, saved)
    await requestSessionState(work, connectionId, 'link')
    return viewOf(parts, saved, credentials)
  })
}

/** Asks Meta for the state of the number and stores the answer, even a refusal. */
export async function checkStoredOfficialNumber(
  parts: Omit<OfficialNumberSetUpDependencies, 'workplace'>,
  company: CompanyTransactionRunner,
  connectionId: ConnectionId,
): Promise<OfficialNumber> {
  const { api, dataKeys } = parts
  const credentials = await company.act(async (work) => {
    await connectionToRead(work, connectionId)
    return readStoredCredentials(work, dataKeys, connectionId)
  })
  if (credentials === null) throw refuse('ERR_NOT_OFFERED')
  const state = await api.check(credentials).catch((error: unknown) => {
    if (error instanceof OfficialSetUpProblem) return error
    throw error
  })
  return company.act(async (work) => {
    const at = work.now
    // Neither statement finds a row if the connection was deleted meanwhile.
    if (state instanceof OfficialSetUpProblem)
      await work.db.run(saveOfficialNumberProblem, {
        connectionId,
        trouble: state.reason,
        detail: state.detail,
        at,
      })
    else await work.db.run(saveOfficialNumberState, { connectionId, ...state, at })
    const checked = await connectionToRead(work, connectionId)
    recordConnectionChanged(work, checked)
    return viewOf(parts, checked, credentials)
  })
}

export async function readOfficialNumber(
  work: CompanyWork,
  parts: Pick<OfficialNumberSetUpDependencies, 'dataKeys' | 'publicUrl'>,
  connectionId: ConnectionId,
): Promise<OfficialNumber | null> {
  const [connection, credentials] = await Promise.all([
    connectionToRead(work, connectionId),
    readStoredCredentials(work, parts.dataKeys, connectionId),
  ])
  return credentials === null || connection.official === null ? null : viewOf(parts, connection, credentials)
}

/** Completes the secrets of a form: for a secret that was left empty, the stored one is used. */
async function completed(
  work: CompanyWork,
  dataKeys: DataKeys,
  connectionId: ConnectionId,
  sent: AccountSecrets,
): Promise<
  AccountSecrets & Pick<OfficialCredentials, 'appId'> & { readonly stored: OfficialCredentials | null }
> {
  const { provider } = await connectionToRead(work, connectionId)
  if (capabilitiesOf(provider).joinsBy !== 'credentials') throw refuse('ERR_NOT_OFFERED')
  const stored = await readStoredCredentials(work, dataKeys, connectionId)
  return {
    stored,
    appId: sent.token === '' ? (stored?.appId ?? null) : null, // another token may be of another app
    accountId: sent.accountId || stored?.accountId || '',
    token: sent.token || stored?.token || '',
    appSecret: sent.appSecret || stored?.appSecret || '',
  }
}

async function takenNumbers(
  { workplace }: OfficialNumberSetUpDependencies,
  connectionId: ConnectionId,
  phoneNumberIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await workplace.withPlatform('official numbers taken', ({ db }) =>
    db.rows(connectionsWithOfficialNumbers, { phoneNumberIds }),
  )
  // Connection ids are unique over all companies of the installation, so comparing them without company ids is safe.
  return new Set(rows.flatMap((row) => (row.connection_id === connectionId ? [] : row.phone_number_id)))
}

async function orRefuse<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => {
    throw error instanceof OfficialSetUpProblem ? problem(error) : error
  })
}

function problem({ reason, detail }: OfficialSetUpProblem) {
  return refuse('ERR_OFFICIAL_API', { what: reason, detail })
}

function viewOf(
  { publicUrl }: Pick<OfficialNumberSetUpDependencies, 'publicUrl'>,
  { id: connectionId, official }: Pick<ConnectionRow, 'id' | 'official'>,
  { accountId, phoneNumberId, verifyToken }: OfficialCredentials,
): OfficialNumber {
  if (official === null) throw refuse('ERR_NO_WAPP_FOUND')
  const callbackUrl = publicUrl === undefined ? null : publicUrl + officialWebhookPath
  return { ...official, connectionId, accountId, phoneNumberId, callbackUrl, verifyToken }
}
