import type { Permission } from '@balcao/domain/permissions'
import { type PlanFlag, planFlags } from '@balcao/domain/plans'
import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { anAdmin, aSessionUser } from '../testing/makers'
import { openApp } from '../testing/open-app'
import { shownToasts } from '../ui/toasts'
import { PermissionGate } from './guarded'
import { SignedInOnly } from './session-gates'

const refusal = 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.'
const { plan: wholePlan } = aSessionUser().company

/** Opens a gated page by its url, as a user whose plan lacks some modules. */
async function openGated(
  gate: { readonly permission?: Permission; readonly planFlag?: PlanFlag },
  { isAdmin = true, lacks = [] as readonly PlanFlag[] } = {},
) {
  const plan = wholePlan && { ...wholePlan, ...Object.fromEntries(lacks.map((flag) => [flag, false])) }
  const person = isAdmin ? anAdmin() : aSessionUser()
  const { router } = openApp({
    path: '/gated',
    as: { ...person, company: { ...person.company, plan } },
    pages: [
      { path: '/', element: <p>Início</p> },
      { path: '/tickets', element: <p>Atendimentos</p> },
      {
        path: '/gated',
        element: (
          <SignedInOnly
            page={
              <PermissionGate permission={gate.permission ?? 'none'} planFlag={gate.planFlag ?? 'none'}>
                <p>A página</p>
              </PermissionGate>
            }
          />
        ),
      },
    ],
  })
  await advance(0)
  return { path: () => router.state.location.pathname }
}

const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const toasts = () => shownToasts.get().map(({ kind, text }) => [kind, text])

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

describe('PERM-13 SHELL-28 a page that the company may not see', () => {
  it.each([
    ...planFlags.map((planFlag) => [`the module ${planFlag}`, { planFlag }, [planFlag]] as const),
    ['the super user', { permission: 'companies.manage' }, []] as const,
  ])('behind %s shows an error, and redirects to the start after a second', async (_, gate, lacks) => {
    const { path } = await openGated(gate, { lacks })

    expect(toasts()).toEqual([['error', refusal]])
    expect(screen.queryByText('A página')).toBeNull()
    await advance(999)
    expect(path()).toBe('/gated')
    await advance(1)
    expect(path()).toBe('/')
  })

  it('with the module in the plan the page opens without a redirect', async () => {
    const { path } = await openGated({ planFlag: 'useKanban' }, { lacks: ['useCampaigns'] })

    expect(screen.getByText('A página')).toBeTruthy()
    await advance(5_000)
    expect(path()).toBe('/gated')
    expect(toasts()).toEqual([])
  })
})

it('SHELL-28 a page for admins redirects others to the tickets, with another text', async () => {
  const { path } = await openGated({ permission: 'users.manage' }, { isAdmin: false })

  expect(toasts()).toEqual([['error', 'Acesso não permitido']])
  await advance(1_000)
  expect(path()).toBe('/tickets')
})
