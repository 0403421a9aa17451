import type { UserId } from '@balcao/domain/ids'
import { mailTexts } from '@balcao/domain/mail-texts'
import { z } from 'zod'
import type { InstallationMailService, Mail } from '../../outside/mail/port'
import { cellCookieSeconds, companyCookieName } from '../../platform/cells/cell'
import type { CellDirectory } from '../../platform/cells/directory'
import { createSharedRateLimiter, type SharedRateLimiter } from '../../platform/cluster/limiter'
import type { Node } from '../../platform/cluster/node'
import { addressForThrottling } from '../../platform/http/counted-address'
import type { CallContext } from '../../platform/http/route'
import { type JobKind, jobKind } from '../../platform/jobs'
import { hashPassword } from '../../platform/password-hash'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork, Workplace } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { ownCompany } from '../companies/companies.read'
import { setPassword } from '../users/update-user'
import { userToChange, userToRead } from '../users/users.access'
import { userMustSignInAgain } from '../users/users.hooks'
import { accountByEmail, accountOfPasswordLink, deleteFailedLoginsOfEmail, lockAccount } from './auth.queries'
import { hashOfLoginEmail } from './count-attempt'
import { routeToCellOfAccount } from './log-in'
import {
  isLinkSignedForAccount,
  type PasswordLink,
  type PasswordLinkKind,
  parsePasswordLinkToken,
  passwordLinkLifetimeSeconds,
  passwordLinkToken,
} from './password-link'
import { addSeconds } from './timings'

/** The most password links per hour, for one account and for one IP address. */
export const maxPasswordLinksPerHour = { account: 3, address: 20 } as const
/** Limits spam by admins, who choose the names in the mail and the address to which it goes. */
export const maxPasswordLinksOfCompanyPerDay = 50
const hourSeconds = 3_600

export interface PasswordLinkDependencies {
  /** Null: the installation sends no mail. */
  readonly mail: InstallationMailService | null
  readonly tokenKey: string
  readonly node: Pick<Node, 'bus'>
  readonly cells: Pick<CellDirectory, 'cell' | 'cellOf'>
}

const mailLinkTask = 'auth.mailPasswordLink'

interface LinkOrder {
  readonly userId: UserId
  readonly kind: PasswordLinkKind
  readonly askedAt: Date
}

export function createPasswordLinkService({ mail, tokenKey, node, cells }: PasswordLinkDependencies) {
  const links: SharedRateLimiter = createSharedRateLimiter('password links', node.bus)

  return {
    sendsMail: mail !== null,

    /** Mails a link if the e-mail has an account. Unknown e-mails also use up the limits, to reveal no account. */
    async ask(workplace: Workplace, email: string, facts: CallContext): Promise<void> {
      if (mail === null) throw refuse('ERR_MAIL_OFF')
      const { account, now } = await workplace.withPlatform('forgotten password', async (work) => ({
        account: await work.db.row(accountByEmail, { email }),
        now: work.now,
      }))
      await links.take(
        [
          { key: accountKeyOf(email), most: maxPasswordLinksPerHour.account, seconds: hourSeconds },
          {
            key: `address ${addressForThrottling(facts.address)}`,
            most: maxPasswordLinksPerHour.address,
            seconds: hourSeconds,
          },
        ],
        now,
      )
      if (account === null) {
        if (await routeToCellOfAccount(cells, email, facts)) throw refuse('ERR_OTHER_CELL')
        return
      }
      const companyId = account.company_id
      const actor = { kind: 'system', name: 'forgotten password', companyId, isAwaited: true } as const
      await workplace.withCompany(actor, async (work) => orderMail(work, account.user_id, 'forgotten'))
    },

    /** Mails the user an invitation or, after the user's first login, a link for a new password. */
    async mailTo(work: PersonWork, userId: UserId): Promise<void> {
      const { name, email, last_seen_at: lastSeenAt } = await userToChange(work, userId)
      if (mail === null) throw refuse('ERR_MAIL_OFF')
      await takeOfCompany(work, email)
      orderMail(work, userId, lastSeenAt === null ? 'invitation' : 'forgotten')
      await recordAudit(work, { act: 'user.linkMailed', subject: { id: userId, name } })
    },

    async invite(work: CompanyWork, userId: UserId): Promise<void> {
      if (mail === null) throw refuse('ERR_MAIL_OFF')
      await takeOfCompany(work, (await userToRead(work, userId)).email)
      orderMail(work, userId, 'invitation')
    },

    async read(workplace: Workplace, token: string, facts: CallContext) {
      const { link, account } = await linkAndAccount(workplace, token, facts)
      return { name: account.name, email: account.email, isInvitation: link.kind === 'invitation' }
    },

    async use(workplace: Workplace, token: string, password: string, facts: CallContext): Promise<void> {
      const { link, account } = await linkAndAccount(workplace, token, facts)
      // Hashing is slow, so it runs after the check and before the transaction.
      const passwordHash = await hashPassword(password)
      const { companyId } = link
      const actor = { kind: 'system', name: 'password link', companyId, isAwaited: true } as const
      await workplace.withCompany(actor, async (work) => {
        const now = await work.db.row(lockAccount, { userId: link.userId })
        // Another call may have used the link since the check.
        if (now === null || !isLinkSignedForAccount(tokenKey, link, now)) throw refuse('ERR_PASSWORD_LINK')
        const user = { id: link.userId, name: account.name }
        await setPassword(work, link.userId, passwordHash)
        await work.runHook(userMustSignInAgain, {
          userId: user.id,
          because: 'password or profile changed',
          exceptSessionId: null,
        })
        await recordAudit(work, {
          act: 'user.changed',
          subject: user,
          person: user,
          address: facts.address,
          detail: { fields: 'password', because: link.kind === 'invitation' ? 'invitation' : 'forgotten' },
        })
      })
      // If the account has a second step, keep its failed logins: they may be guesses of the code, not of the password.
      if (account.has_two_step) return
      await workplace.withPlatform('password link', (work) =>
        work.db.run(deleteFailedLoginsOfEmail, { email: hashOfLoginEmail(account.email) }),
      )
    },

    jobs: [
      jobKind({
        task: mailLinkTask,
        payload: z.object({
          userId: z.custom<UserId>((value) => typeof value === 'number'),
          kind: z.enum(['forgotten', 'invitation']),
          askedAt: z.coerce.date(),
        }),
        carryOut: async ({ act }, { userId, kind, askedAt }) => {
          if (mail === null) return // The operator removed the mail setting after this job was enqueued.
          const found = await act((work) => linkMail(work, { userId, kind, askedAt }, mail.publicUrl))
          if (found !== null) await mail.mailer.send(found)
        },
      }),
    ] satisfies readonly JobKind[],
  }

  async function takeOfCompany({ companyId, now }: CompanyWork, email: string): Promise<void> {
    await links.take(
      [
        { key: accountKeyOf(email), most: maxPasswordLinksPerHour.account, seconds: hourSeconds },
        { key: `company ${companyId}`, most: maxPasswordLinksOfCompanyPerDay, seconds: 24 * hourSeconds },
      ],
      now,
    )
  }

  /** Null: no mail, because the account was deleted, or the job was retried for longer than a link is valid. */
  async function linkMail(
    work: CompanyWork,
    { userId, kind, askedAt }: LinkOrder,
    publicUrl: string,
  ): Promise<Mail | null> {
    const expiresAt = addSeconds(work.now, passwordLinkLifetimeSeconds[kind])
    if (addSeconds(askedAt, passwordLinkLifetimeSeconds[kind]) < work.now) return null
    const account = await work.db.row(accountOfPasswordLink, { userId })
    if (account === null) return null
    const company = await ownCompany(work)
    const link: PasswordLink = { kind, companyId: work.companyId, userId, expiresAt }
    const texts = mailTexts(company.language)
    // The token is in the fragment, which browsers send to no server.
    const address = `${publicUrl}/new-password#${passwordLinkToken(tokenKey, link, account)}`
    const facts = { name: account.name, company: company.name, link: address }
    return {
      to: account.email,
      ...(kind === 'invitation' ? texts.invitation(facts) : texts.newPassword(facts)),
    }
  }

  async function linkAndAccount(workplace: Workplace, token: string, { cookies, setCookie }: CallContext) {
    const link = parsePasswordLinkToken(token)
    if (link === null) throw refuse('ERR_PASSWORD_LINK')
    const actor = { kind: 'system', name: 'password link', companyId: link.companyId } as const
    const found = await workplace.readCompany(actor, async (work) => ({
      account: await work.db.row(accountOfPasswordLink, { userId: link.userId }),
      now: work.now,
    }))
    const { account, now } = found
    if (account !== null && isLinkSignedForAccount(tokenKey, link, account) && link.expiresAt >= now)
      return { link, account }
    // If the company is in another installation, this cookie makes the router send the client's retry there.
    const isElsewhere = cells.cell !== null && cookies[companyCookieName] !== String(link.companyId)
    if (account === null && isElsewhere) {
      setCookie(companyCookieName, String(link.companyId), { maxAgeSeconds: cellCookieSeconds })
      throw refuse('ERR_OTHER_CELL')
    }
    throw refuse('ERR_PASSWORD_LINK')
  }
}

function orderMail(work: CompanyWork, userId: UserId, kind: PasswordLinkKind): void {
  work.enqueue({ task: mailLinkTask, payload: { userId, kind, askedAt: work.now.toISOString() } })
}

function accountKeyOf(email: string): string {
  return `account ${hashOfLoginEmail(email).toString('hex')}`
}
