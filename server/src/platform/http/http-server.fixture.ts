import type { CompanyId, UserId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import pino from 'pino'
import { systemClock } from '../clock'
import type { HttpDependencies } from './http-server'

/** The signed-in user of the HTTP server's tests. */
export const testUserActor: PersonActor = {
  kind: 'person',
  name: 'Ana',
  sessionId: 's',
  userId: 1 as UserId,
  companyId: 1 as CompanyId,
  profile: 'user',
  isSuper: false,
  queueIds: [],
  allTicket: false,
}

/** A function for the dependencies that a test must not call. */
export const rejectUnexpectedCall = (): Promise<never> =>
  Promise.reject(new Error('no call of this test needs it'))

/** The default dependencies of an HTTP server in tests. A test replaces those that it is about. */
export const defaultHttpDependencies: Omit<HttpDependencies, 'routes'> = {
  gate: { identify: rejectUnexpectedCall },
  tokenGate: { identify: rejectUnexpectedCall },
  workplace: {
    withCompany: rejectUnexpectedCall,
    readCompany: rejectUnexpectedCall,
    withPlatform: rejectUnexpectedCall,
  },
  readUpload: rejectUnexpectedCall,
  clock: systemClock,
  log: pino({ level: 'silent' }),
  allowedOrigins: [],
  trustedProxies: [],
  secureCookies: false,
  checkAnswers: true,
}
