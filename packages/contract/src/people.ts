import type { CompanyId, ConnectionId, PlanId, QueueId, UserId } from '@balcao/domain/ids'
import { profiles } from '@balcao/domain/people'
import { z } from 'zod'
import { endpoint } from './endpoint'
import {
  emailText,
  idList,
  idParam,
  idSchema,
  instant,
  nameText,
  omittable,
  optionalCompanyId,
  optionalId,
  pageFields,
  pagingQuery,
  passwordText,
  resultMessageAnswer,
  textField,
  wireBoolean,
} from './wire-values'

/** A user's queue. Clients of the earlier API read the ids in `UserQueue` (docs/wire-traps.md, 2). */
const userQueue = z.object({
  id: idSchema<QueueId>(),
  name: z.string(),
  color: z.string(),
  UserQueue: z.object({ queueId: idSchema<QueueId>(), userId: idSchema<UserId>() }),
})

export const plan = z.object({
  id: idSchema<PlanId>(),
  name: z.string(),
  users: z.number().int(),
  connections: z.number().int(),
  queues: z.number().int(),
  /** The monthly price in reais, not centavos. */
  value: z.number(),
  /** Stored only for clients of the earlier API; the `use…` flags alone have an effect (PLAN-03). */
  campaigns: z.number().int().nullable(),
  schedules: z.number().int().nullable(),
  useCampaigns: z.boolean(),
  useKanban: z.boolean(),
  useOpenAi: z.boolean(),
  useIntegrations: z.boolean(),
  useSchedules: z.boolean(),
  useInternalChat: z.boolean(),
  useExternalApi: z.boolean(),
  /** Gigabytes (1,000,000,000 bytes) of files that a company may store; null when only the disk limits it. */
  storageGigabytes: z.number().int().nullable(),
  /** True when the sign-up page offers the plan. */
  isPublic: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})

export const companySetting = z.object({ id: z.number().int(), key: z.string(), value: z.string() })
/** A setting with `createdAt` and `updatedAt`, which are null until a user first changes the setting. */
export const settingWithTimes = companySetting.extend({
  createdAt: instant.nullable(),
  updatedAt: instant.nullable(),
})
export type SettingView = z.output<typeof settingWithTimes>

export const supportContact = z.object({
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})

/** A company as its own users see it (AUTH-05). */
export const ownCompany = z.object({
  id: idSchema<CompanyId>(),
  name: z.string(),
  email: z.string().nullable(),
  dueDate: instant,
  /** False for the company of the platform's owner, which is never blocked, even after its due date. */
  expires: z.boolean(),
  /** The end of the trial, else the due date: clients of the earlier API show the days until then. */
  trialExpiration: instant,
  isTrial: z.boolean(),
  timeZone: z.string(),
  /** The language of automatic texts to customers: `pt-BR`, `en`, `es`. */
  language: z.string(),
  settings: z.array(companySetting),
  plan: plan.nullable(),
  /** The contact for questions about the subscription, set by the platform's owner (SUBSCR-14). */
  supportContact: supportContact.nullable(),
  /** The current support visit: the user that support acts as, the reason, start and end. */
  support: z
    .object({
      userId: idSchema<UserId>(),
      name: z.string(),
      reason: z.string(),
      since: instant,
      until: instant,
    })
    .nullable(),
})

export const user = z.object({
  id: idSchema<UserId>(),
  name: z.string(),
  email: z.string(),
  profile: z.enum(profiles),
  super: z.boolean(),
  companyId: idSchema<CompanyId>(),
  whatsappId: idSchema<ConnectionId>().nullable(),
  allTicket: z.enum(['enable', 'disable']),
  online: z.boolean(),
  /** When one of the user's pages last reported presence; null before the first report. */
  lastSeenAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  queues: z.array(userQueue),
})
export type UserView = z.output<typeof user>

/** The signed-in user, as in the answers of login, refresh and `GET /auth/me` (AUTH-05). */
const sessionUser = user.extend({ company: ownCompany })
export type SessionUser = z.output<typeof sessionUser>

export const signedInSession = z.object({ token: z.string(), user: sessionUser })

export const login = endpoint('POST /auth/login', {
  name: 'auth.login',
  summary: 'Signs in with e-mail and password; ends older sessions of the same user',
  access: 'public',
  planFlag: 'none',
  body: z.object({
    email: textField(254).trim().toLowerCase(),
    password: z.string().max(200),
    /** True: an admin of a company past its due date signs in, and may only pay (AUTH-09). */
    paying: wireBoolean.default(false),
    /** The second step's code, required after the right password if the user enabled it (SECURITY A6). */
    code: z.string().max(40).default(''),
  }),
  answer: signedInSession,
  errors: [
    'ERR_INVALID_CREDENTIALS',
    'ERR_TWO_STEP_CODE_REQUIRED',
    'ERR_TWO_STEP_CODE_WRONG',
    'ERR_TOO_MANY_ATTEMPTS',
    'ERR_SUBSCRIPTION_EXPIRED',
    'ERR_COMPANY_DISABLED',
    'ERR_OTHER_CELL',
  ],
})

export const refreshAccessToken = endpoint('POST /auth/refresh_token', {
  name: 'auth.refreshToken',
  summary: 'A fresh access token for the refresh cookie `jrt`, which rotates',
  access: 'public',
  planFlag: 'none',
  answer: signedInSession,
  errors: ['ERR_SESSION_EXPIRED', 'ERR_SUBSCRIPTION_EXPIRED'],
})

export const logout = endpoint('DELETE /auth/logout', {
  name: 'auth.logout',
  summary: 'Ends this session',
  access: 'public', // must also work with an expired access token, to delete the cookie
  planFlag: 'none',
  answer: resultMessageAnswer,
})

export const getSessionUser = endpoint('GET /auth/me', {
  name: 'auth.me',
  summary: 'The signed-in person',
  access: 'session',
  planFlag: 'none',
  answer: sessionUser,
})

export const listUsers = endpoint('GET /users', {
  name: 'users.list',
  summary: 'Users of the company, by page',
  access: 'session',
  planFlag: 'none',
  query: z.object(pagingQuery),
  answer: z.object({ users: z.array(user), ...pageFields }),
})

export const listUserChoices = endpoint('GET /users/list', {
  name: 'users.choices',
  summary: 'Users of the company for choosers',
  access: 'session',
  planFlag: 'none',
  query: z.object(optionalCompanyId),
  errors: ['ERR_NO_COMPANY_FOUND'],
  answer: z.array(z.object({ id: idSchema<UserId>(), name: z.string(), queues: z.array(userQueue) })),
})

const userIdParams = z.object({ userId: idParam<UserId>() })

export const getUser = endpoint('GET /users/:userId', {
  name: 'users.get',
  summary: 'One user of the company',
  access: 'session',
  planFlag: 'none',
  params: userIdParams,
  answer: user,
  errors: ['ERR_NO_USER_FOUND'],
})

const allTicket = z
  .enum(['enable', 'enabled', 'disable', 'disabled', 'desabled', ''])
  .transform((value) => value === 'enable' || value === 'enabled')

export const userForm = z.object({
  name: nameText,
  email: emailText,
  password: passwordText,
  profile: z.enum(profiles).default('user'),
  queueIds: idList<QueueId>().default([]),
  whatsappId: optionalId<ConnectionId>(),
  allTicket: allTicket.default(false),
})

export const createUser = endpoint('POST /users', {
  name: 'users.create',
  summary: 'Creates a user, within the limit of the plan',
  access: 'users.manage',
  planFlag: 'none',
  closedToSupport: true,
  body: userForm.extend({
    ...optionalCompanyId,
    /** True: the server mails a link to choose a password. The form's random password is valid until then. */
    invite: wireBoolean.default(false),
  }),
  answer: user,
  errors: [
    'ERR_NO_COMPANY_FOUND',
    'ERR_TOO_MANY_ATTEMPTS',
    'ERR_EMAIL_ALREADY_EXISTS',
    'ERR_MAIL_OFF',
    'ERR_PLAN_LIMIT',
    'ERR_QUEUE_NOT_FOUND',
    'ERR_NO_WAPP_FOUND',
  ],
})

export const updateUser = endpoint('PUT /users/:userId', {
  name: 'users.update',
  summary: 'Changes a user; users change their own name, e-mail and password, admins the rest (USER-07)',
  access: 'session',
  planFlag: 'none',
  closedToSupport: true,
  params: userIdParams,
  body: z.object({
    name: nameText.optional(),
    email: emailText.optional(),
    /** An empty or omitted password leaves the password unchanged (USER-05). */
    password: omittable(passwordText),
    /**
     * The user's present password. The server checks it only if it is sent: our form sends it to change one's
     * own password or e-mail, and clients of the earlier API never do.
     */
    currentPassword: omittable(z.string().max(200)),
    profile: z.enum(profiles).optional(),
    queueIds: idList<QueueId>().optional(),
    whatsappId: optionalId<ConnectionId>(),
    allTicket: allTicket.optional(),
  }),
  /**
   * `returnedTickets`: how many of the user's tickets became pending, because the user lost the queues of
   * these tickets (decision 0002).
   */
  answer: user.extend({ returnedTickets: z.number().int() }),
  errors: [
    'ERR_NO_USER_FOUND',
    'ERR_TOO_MANY_ATTEMPTS',
    'ERR_PASSWORD_WRONG',
    'ERR_EMAIL_ALREADY_EXISTS',
    'ERR_QUEUE_NOT_FOUND',
    'ERR_NO_WAPP_FOUND',
    'ERR_OWN_ACCOUNT',
  ],
})

export const signOutEverywhere = endpoint('DELETE /users/:userId/sessions', {
  name: 'users.signOutEverywhere',
  summary: 'Ends every session of a user at once, on all devices; users their own, admins those of all',
  access: 'session',
  planFlag: 'none',
  closedToSupport: true,
  params: userIdParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_USER_FOUND', 'ERR_NO_PERMISSION'],
})

export const deleteUser = endpoint('DELETE /users/:userId', {
  name: 'users.delete',
  summary: 'Deletes a user; their open tickets return to pending',
  access: 'users.manage',
  planFlag: 'none',
  closedToSupport: true,
  params: userIdParams,
  answer: resultMessageAnswer.extend({ returnedTickets: z.number().int() }),
  errors: ['ERR_NO_USER_FOUND', 'ERR_OWN_ACCOUNT'],
})

export const listSettings = endpoint('GET /settings', {
  name: 'settings.list',
  summary: 'Every setting of the company, with its value or default; credentials are left out',
  access: 'session',
  planFlag: 'none',
  answer: z.array(settingWithTimes),
})

export const updateSetting = endpoint('PUT /settings/:key', {
  name: 'settings.update',
  summary: 'Sets one setting',
  access: 'settings.manage',
  planFlag: 'none',
  closedToSupport: true,
  params: z.object({ key: z.string().max(60) }),
  body: z.object({ value: z.string().max(200) }),
  answer: settingWithTimes,
  errors: ['ERR_NO_SETTING_FOUND'],
})
