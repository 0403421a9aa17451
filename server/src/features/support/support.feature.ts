import { beginSupportVisit, endSupportVisit, leaveSupportVisit } from '@balcao/contract/support'
import type { UserId } from '@balcao/domain/ids'
import { z } from 'zod'
import type { CellDirectory } from '../../platform/cells/directory'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { callerRoute, publicRoute, type Route, route } from '../../platform/http/route'
import { type JobKind, jobKind } from '../../platform/jobs'
import type { IsUserOnline } from '../../platform/live/presence'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, Workplace } from '../../platform/work'
import { createAccessTokenSigner } from '../auth/access-token'
import { sessionsEnded } from '../auth/auth.hooks'
import { issueLoginAnswer, issueSupportVisitAnswer, restoreOwnSessionOfVisitor } from '../auth/hand-over'
import type { SessionDependencies } from '../auth/log-in'
import { logOut } from '../auth/log-out'
import { visitorOwnSessionCookieName } from '../auth/refresh-token'
import { userDeleting, userMustSignInAgain } from '../users/users.hooks'
import { openSupportVisit } from './begin-visit'
import { closeSupportVisitOfUser, endOpenSupportVisit } from './end-visit'
import { companiesVisitedBySupporter } from './support.queries'

export interface SupportDependencies {
  readonly tokenKey: string
  readonly isOnline: IsUserOnline
  readonly workplace: Workplace
  readonly cells: Pick<CellDirectory, 'cell'>
}

export function supportFeature({ tokenKey, isOnline, workplace, cells }: SupportDependencies): Feature {
  return {
    name: 'support',
    routes: supportRoutes(tokenKey, { tokens: createAccessTokenSigner(tokenKey), isOnline }, cells),
    jobs: [endVisitInTime, endVisitsOf(workplace)],
    hooks: [
      onHook(sessionsEnded, (work, { userId }) => closeSupportVisitOfUser(work, userId)),
      onHook(userMustSignInAgain, async (work, { userId }) => orderEndOfVisits(work, userId)),
      onHook(userDeleting, async (work, { userId }) => orderEndOfVisits(work, userId)),
    ],
  }
}

function supportRoutes(
  tokenKey: string,
  parts: SessionDependencies,
  cells: Pick<CellDirectory, 'cell'>,
): readonly Route[] {
  return [
    callerRoute(beginSupportVisit, async (caller, { params, body }) => {
      const { facts, actor } = caller
      const session = await caller.actIn(params.companyId, (work) =>
        openSupportVisit(work, actor, body.reason, facts, tokenKey, parts),
      )
      return issueSupportVisitAnswer(facts, session, cells)
    }),
    publicRoute(leaveSupportVisit, async ({ facts, workplace }) => {
      // Without this cookie there is no visit to leave, and `logOut` would end the user's own session.
      if (facts.cookies[visitorOwnSessionCookieName] === undefined) throw refuse('ERR_SESSION_EXPIRED')
      await logOut(workplace, facts, parts.tokens)
      const session = await restoreOwnSessionOfVisitor(workplace, facts, tokenKey, parts)
      if (session === null) throw refuse('ERR_SESSION_EXPIRED')
      return issueLoginAnswer(facts, session, cells)
    }),
    route(endSupportVisit, async (work) => {
      await endOpenSupportVisit(work, 'sent away')
      return { message: 'support has left' }
    }),
  ]
}

const endVisitInTime: JobKind = jobKind({
  task: 'support.endVisit',
  payload: z.object({ visitId: z.number().int() }),
  carryOut: (company, { visitId }) =>
    company.act((work) => endOpenSupportVisit(work, 'the visit is over', visitId)),
})

/** Enqueues the end of all visits of a supporter who must sign in again: only jobs may change other companies. */
function orderEndOfVisits(work: CompanyWork, supporterId: UserId): void {
  work.enqueue({ task: 'support.endVisitsOf', payload: { supporterId } })
}

function endVisitsOf(workplace: Workplace): JobKind {
  return jobKind({
    task: 'support.endVisitsOf',
    payload: z.object({ supporterId: z.number().int() }),
    carryOut: async (_, { supporterId }) => {
      const visited = await workplace.withPlatform(
        'visits of a supporter',
        ({ db }) => db.rows(companiesVisitedBySupporter, { supporterId: supporterId as UserId }), // the payload's schema has checked the number
      )
      for (const { company_id: companyId } of visited) {
        const actor = { kind: 'system', name: 'support.endVisitsOf', companyId } as const
        await workplace.withCompany(actor, (work) => endOpenSupportVisit(work, 'password or profile changed'))
      }
    },
  })
}
