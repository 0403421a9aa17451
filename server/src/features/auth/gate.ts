import type { CompanyId, UserId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import type { PlanFlag } from '@balcao/domain/plans'
import type { Clock } from '../../platform/clock'
import type { Bus } from '../../platform/cluster/bus'
import type { UserAuthenticator } from '../../platform/http/http-server'
import { refuse } from '../../platform/refusal'
import type { Signals } from '../../platform/signals'
import type { CompanyWork, Workplace } from '../../platform/work'
import { ownCompany } from '../companies/companies.read'
import { companyPlan, modulesOfPlan } from '../plans/plans.read'
import { type AccessTokenClaims, createAccessTokenSigner } from './access-token'
import { personOfLiveSession, type SessionPersonRow, sessionById } from './auth.queries'
import { createSessionStateCache } from './gate-memory'
import { isHashOfSecret, parseRefreshToken } from './refresh-token'
import { addSeconds, sessionTimings } from './timings'

export interface SessionAuthenticatorDependencies {
  readonly tokenKey: string
  readonly clock: Clock
  readonly workplace: Workplace
  readonly signals: Signals
  readonly bus: Pick<Bus, 'isConnected' | 'onGap'>
}

/** Finds the signed-in person by an access token, a refresh cookie or a session id. */
export interface SessionAuthenticator extends UserAuthenticator {
  /** Authenticates a new socket by its access token, else by its refresh cookie (RT-25). Null refuses the socket. */
  subscriberFor(handshake: {
    accessToken: string | null
    refreshCookie: string | null
  }): Promise<PersonActor | null>
  /** Reads the person of an open socket anew, without the cache. Null: the session has ended, so close the socket. */
  viewerOf(companyId: CompanyId, sessionId: string): Promise<PersonActor | null>
}

interface SessionState {
  readonly actor: PersonActor
  /** From when the company is unpaid, so that its users can only pay. Null: never. */
  readonly closesAt: Date | null
  readonly planFlags: ReadonlySet<PlanFlag>
}

/** Caches sessions for five seconds at most. A change of a session or of rights in any process drops its entry. */
export function createSessionAuthenticator(parts: SessionAuthenticatorDependencies): SessionAuthenticator {
  const { tokenKey, clock, workplace, signals, bus } = parts
  const tokens = createAccessTokenSigner(tokenKey)
  const memory = createSessionStateCache<SessionState>(clock, sessionTimings.gateMemoryMilliseconds)
  bus.onGap(() => memory.forgetAll())
  // The key of an `access` signal is the id of the user whose session or rights changed.
  signals.onWake('access', (userId) => memory.forget(Number(userId) as UserId))

  return {
    async identify(bearer) {
      if (bearer === null) throw refuse('ERR_SESSION_EXPIRED')
      const token = tokens.read(bearer)
      if (token === null || token.expiresAt <= clock.now()) throw refuse('ERR_ACCESS_TOKEN')
      const standing = await standingBehind(token)
      if (standing === null) throw refuse('ERR_SESSION_EXPIRED')
      return { ...standing, isPaid: isPaid(standing) }
    },
    async subscriberFor({ accessToken, refreshCookie }) {
      const token = accessToken === null ? null : tokens.read(accessToken)
      if (token !== null && token.expiresAt > clock.now()) return viewerOf(token.companyId, token.sessionId)
      return refreshCookie === null ? null : viewerByCookie(refreshCookie)
    },
    viewerOf,
  }

  async function viewerOf(companyId: CompanyId, sessionId: string): Promise<PersonActor | null> {
    const standing = await standingOf(companyId, sessionId)
    return standing !== null && isPaid(standing) ? standing.actor : null
  }

  async function viewerByCookie(cookie: string): Promise<PersonActor | null> {
    const given = parseRefreshToken(cookie)
    const session =
      given &&
      (await workplace.withPlatform('subscriber by cookie', (work) =>
        work.db.row(sessionById, { id: given.sessionId }),
      ))
    if (!session) return null
    const isInGrace = clock.now() <= addSeconds(session.rotated_at, sessionTimings.graceSeconds)
    const isGood =
      isHashOfSecret(session.refresh_hash, given.secret) ||
      (isInGrace && isHashOfSecret(session.previous_refresh_hash, given.secret))
    return isGood ? viewerOf(session.company_id, session.id) : null
  }

  /** Returns the cached session, but rereads that of an unpaid company, so that a payment takes effect at once. */
  async function standingBehind(token: AccessTokenClaims): Promise<SessionState | null> {
    const read = () => standingOf(token.companyId, token.sessionId)
    // Without the bus, changes in other processes can't invalidate this cache, so read the session.
    const known = bus.isConnected() ? await memory.recall(token, read) : await read()
    return known === null || isPaid(known) ? known : read()
  }

  function isPaid({ closesAt }: SessionState): boolean {
    return closesAt === null || closesAt >= clock.now()
  }

  function standingOf(companyId: CompanyId, sessionId: string): Promise<SessionState | null> {
    return workplace.withCompany({ kind: 'system', name: 'gate', companyId, isAwaited: true }, (work) =>
      readSessionState(work, sessionId),
    )
  }
}

async function readSessionState(work: CompanyWork, sessionId: string): Promise<SessionState | null> {
  const subscriber = await work.db.row(personOfLiveSession, { sessionId, at: work.now })
  if (subscriber === null) return null
  const company = await ownCompany(work)
  if (!company.is_active) return null
  return {
    actor: actorOf(subscriber, work.companyId, sessionId),
    closesAt: company.closes_at,
    planFlags: modulesOfPlan(await companyPlan(work)),
  }
}

function actorOf(row: SessionPersonRow, companyId: CompanyId, sessionId: string): PersonActor {
  return {
    kind: 'person',
    userId: row.user_id,
    companyId,
    sessionId,
    name: row.name,
    profile: row.profile,
    isSuper: row.is_super,
    allTicket: row.all_ticket,
    queueIds: row.queue_ids,
    isSupport: row.is_support,
  }
}
