import * as linkCalls from '@balcao/contract/password-links'
import * as calls from '@balcao/contract/people'
import * as twoStepCalls from '@balcao/contract/two-step'
import type { UserId } from '@balcao/domain/ids'
import {
  type CallContext,
  callerRoute,
  publicRoute,
  type Route,
  readRoute,
  route,
} from '../../platform/http/route'
import { refuse } from '../../platform/refusal'
import { sessionUserOf } from '../users/users.read'
import { platformSupportContact } from './auth.queries'
import { issueLoginAnswer, restoreOwnSessionOfVisitor } from './hand-over'
import {
  knownBrowserCookieName,
  knownBrowserCookieSeconds,
  knownBrowserCookieText,
  knownBrowserId,
} from './known-browser'
import { type LoginDependencies, logIn } from './log-in'
import { logOut } from './log-out'
import type { createPasswordLinkService } from './password-links'
import { refreshSession } from './refresh-session'
import { refreshCookieName, visitorOwnSessionCookieName } from './refresh-token'
import * as verbs from './two-step'

export function authRoutes(parts: LoginDependencies): readonly Route[] {
  const { tokenKey } = parts
  return [
    publicRoute(calls.login, async ({ facts, workplace }, { body }) => {
      const session = await logIn(workplace, body, facts, parts)
      markAsKnown(facts, parts.tokenKey, session.user.id)
      return issueLoginAnswer(facts, session, parts.cells)
    }),
    publicRoute(calls.refreshAccessToken, async ({ facts, workplace }) => {
      const session =
        (await refreshSession(workplace, facts.cookies[refreshCookieName], tokenKey, parts)) ??
        (await restoreOwnSessionOfVisitor(workplace, facts, tokenKey, parts))
      if (session === null) facts.clearCookie(refreshCookieName)
      if (session === null) throw refuse('ERR_SESSION_EXPIRED')
      return issueLoginAnswer(facts, session, parts.cells)
    }),
    publicRoute(calls.logout, async ({ facts, workplace }) => {
      await logOut(workplace, facts, parts.tokens)
      facts.clearCookie(refreshCookieName)
      const home = facts.cookies[visitorOwnSessionCookieName]
      if (home !== undefined) {
        await logOut(workplace, { cookies: { [refreshCookieName]: home }, bearer: null }, parts.tokens)
        facts.clearCookie(visitorOwnSessionCookieName)
      }
      return { message: 'logged out' }
    }),
    route(calls.getSessionUser, async (work) => {
      const user = await sessionUserOf(work, work.actor.userId, parts.isOnline)
      if (user === null) throw refuse('ERR_SESSION_EXPIRED')
      return user
    }),
  ]
}

function markAsKnown(facts: CallContext, tokenKey: string, userId: UserId): void {
  if (knownBrowserId(tokenKey, facts.cookies[knownBrowserCookieName], userId) !== null) return
  const text = knownBrowserCookieText(tokenKey, userId)
  facts.setCookie(knownBrowserCookieName, text, { maxAgeSeconds: knownBrowserCookieSeconds })
}

export function passwordLinkRoutes(links: ReturnType<typeof createPasswordLinkService>): readonly Route[] {
  return [
    publicRoute(linkCalls.getForgottenPasswordOptions, async ({ workplace }) => ({
      sendsMail: links.sendsMail,
      supportContact: await workplace.withPlatform('sign-in help', ({ db }) =>
        db.row(platformSupportContact),
      ),
    })),
    publicRoute(linkCalls.requestPasswordLink, async ({ facts, workplace }, { body }) => {
      await links.ask(workplace, body.email, facts)
      return { message: 'If there is such an account, the mail is on its way.' }
    }),
    publicRoute(linkCalls.getAccountOfPasswordLink, ({ facts, workplace }, { body }) =>
      links.read(workplace, body.token, facts),
    ),
    publicRoute(linkCalls.setPasswordByLink, async ({ facts, workplace }, { body }) => {
      await links.use(workplace, body.token, body.password, facts)
      return { message: 'The password is set.' }
    }),
    route(linkCalls.mailPasswordLink, async (work, { params }) => {
      await links.mailTo(work, params.userId)
      return { message: 'The mail is on its way.' }
    }),
  ]
}

export function twoStepRoutes(parts: verbs.TwoStepDependencies): readonly Route[] {
  return [
    readRoute(twoStepCalls.getTwoStepStatus, (work, { params }) =>
      verbs.readTwoStepStatus(work, params.userId),
    ),
    route(twoStepCalls.beginTwoStepSetup, (work) => verbs.createTwoStepSecret(work, parts.dataKeys)),
    callerRoute(twoStepCalls.confirmTwoStepSetup, async (caller, { body }) => ({
      recoveryCodes: await verbs.switchOnTwoStep(caller, body.code, parts),
    })),
    callerRoute(twoStepCalls.renewRecoveryCodes, async (caller, { body }) => ({
      recoveryCodes: await verbs.renewRecoveryCodes(caller, body, parts),
    })),
    callerRoute(twoStepCalls.disableTwoStep, async (caller, { body }) => {
      await verbs.switchOffTwoStep(caller, body, parts)
      return { message: 'Two-step sign-in is off.' }
    }),
    route(twoStepCalls.resetTwoStep, async (work, { params }) => {
      await verbs.resetTwoStep(work, params.userId)
      return { message: 'Two-step sign-in is off.' }
    }),
  ]
}
