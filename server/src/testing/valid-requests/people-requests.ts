import type { FullCompany } from '../full-company'
import { paging } from './paging'

/** Sign-in, users, audit and settings. */
export function peopleCalls(own: FullCompany, turn: number) {
  const user = { params: { userId: own.user.id } }
  const userForm = {
    name: `Pessoa ${turn}`,
    email: `pessoa-${turn}@example.com`,
    password: 'uma senha boa',
    profile: 'user',
    queueIds: [own.queueId],
    whatsappId: own.connectionId,
    allTicket: 'disable',
  }
  const auditFilter = { act: 'login.succeeded', from: '2026-11-01', to: '2026-11-30' }
  return {
    'auth.login': { body: { email: own.user.email, password: 'não é esta', paying: false, code: '' } },
    'auth.refreshToken': {},
    'auth.logout': {},
    'auth.me': {},
    'onboarding.read': {},
    'onboarding.dismiss': {},
    'audit.list': { query: { ...auditFilter, userId: own.user.id, before: '' } },
    'audit.export': { body: { ...auditFilter, userId: own.user.id } },
    'audit.listAll': { query: { ...auditFilter, companyId: own.company.id, before: '' } },
    'audit.exportAll': { body: { ...auditFilter, companyId: own.company.id } },
    'users.list': { query: paging },
    'users.choices': { query: { companyId: String(own.company.id) } },
    'users.get': user,
    'users.create': { body: { ...userForm, companyId: own.company.id } },
    'users.update': { ...user, body: { ...userForm, password: '', currentPassword: '' } },
    'users.delete': user,
    'users.signOutEverywhere': user,
    'twoStep.read': user,
    'twoStep.begin': {},
    'twoStep.confirm': { body: { code: '000000' } },
    'twoStep.renewRecoveryCodes': { body: { password: 'não é esta', code: '000000' } },
    'twoStep.switchOff': { body: { password: 'não é esta', code: '000000' } },
    'twoStep.reset': user,
    'settings.list': {},
    'settings.update': { params: { key: 'call' }, body: { value: 'enabled' } },
  }
}
