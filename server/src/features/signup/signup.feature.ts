import { createCompany } from '@balcao/contract/companies'
import { signUp as signUpCall } from '@balcao/contract/signup'
import type { CellDirectory } from '../../platform/cells/directory'
import type { Feature } from '../../platform/feature'
import { callerRoute, publicRoute } from '../../platform/http/route'
import { hashPassword } from '../../platform/password-hash'
import { generateSecret } from '../../platform/secrets'
import { managedCompanyToRead } from '../companies/companies.read'
import { createCompanyByPlatformForm } from './found-company'
import { signUp } from './sign-up'

export function signupFeature(cells: Pick<CellDirectory, 'claiming'>): Feature {
  return {
    name: 'signup',
    routes: [
      publicRoute(signUpCall, async ({ workplace, facts }, { body }) => {
        await signUp(workplace, cells, body, facts.address)
        return { message: 'company signed up' }
      }),
      // Hashing is slow, so it runs before the transaction.
      callerRoute(createCompany, async (caller, { body: { password, ...form } }) => {
        const passwordHash = await hashPassword(password ?? generateSecret())
        const companyId = await cells.claiming(form.email, () =>
          caller.actOnPlatform((work) => createCompanyByPlatformForm(work, form, passwordHash)),
        )
        return caller.actIn(companyId, managedCompanyToRead)
      }),
    ],
  }
}
