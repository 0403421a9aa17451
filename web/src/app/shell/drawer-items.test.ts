import { planFlags } from '@balcao/domain/plans'
import { Layers } from 'lucide-react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { texts } from '../../testing/all-texts'
import { anAdmin, aSessionUser } from '../../testing/makers'
import { signedInPages } from '../routes'
import { type DrawerGroup, drawerGroups, drawerGroupsFor } from './drawer-items'

const whole = aSessionUser().company.plan
const without = (...flags: readonly string[]) =>
  aSessionUser({}, { plan: whole && { ...whole, ...Object.fromEntries(flags.map((flag) => [flag, false])) } })
const addresses = (groups: readonly DrawerGroup[]) => groups.flatMap(({ items }) => items.map(({ to }) => to))

/** The browser flag without which campaigns are hidden (SHELL-14). */
beforeEach(() => localStorage.setItem('cshow', 'true'))
afterEach(() => localStorage.removeItem('cshow'))

/** One item for each module, and one that every plan has. */
const ofModules: readonly DrawerGroup[] = [
  {
    label: 'attendance',
    permission: 'none',
    items: planFlags.map((planFlag) => ({
      to: `/${planFlag}`,
      label: 'tickets' as const,
      icon: Layers,
      planFlag,
    })),
  },
  {
    label: 'management',
    permission: 'none',
    items: [{ to: '/tickets', label: 'tickets', icon: Layers, planFlag: 'none' }],
  },
]

describe('SHELL-32 items of modules', () => {
  it.each(planFlags)('with %s off, its item alone is hidden', (flag) => {
    const shown = addresses(drawerGroupsFor(without(flag), ofModules))

    const others = planFlags.filter((one) => one !== flag).map((one) => `/${one}`)
    expect(shown).toEqual([...others, '/tickets'])
  })

  it('with every module on, all show; a group without items is left out with its heading', () => {
    expect(addresses(drawerGroupsFor(without(), ofModules))).toEqual(addresses(ofModules))

    expect(drawerGroupsFor(without(...planFlags), ofModules).map(({ label }) => label)).toEqual([
      'management',
    ])
  })

  it('SHELL-14 SHELL-31 admins see campaigns in a fold when plan and browser have their flag', () => {
    const ofCampaigns = (groups: readonly DrawerGroup[]) =>
      groups.flatMap(({ items }) => items.filter(({ fold }) => fold === 'campaigns').map(({ to }) => to))

    expect(ofCampaigns(drawerGroupsFor(anAdmin()))).toEqual([
      '/contact-lists',
      '/campaigns',
      '/campaigns-config',
    ])
    expect(ofCampaigns(drawerGroupsFor(aSessionUser()))).toEqual([])
    expect(ofCampaigns(drawerGroupsFor(aSessionUser({ profile: 'admin' }, { plan: null })))).toEqual([])
    localStorage.removeItem('cshow')
    expect(ofCampaigns(drawerGroupsFor(anAdmin()))).toEqual([])
  })

  it('a company without a plan has none of them', () => {
    const user = aSessionUser({}, { plan: null })

    expect(addresses(drawerGroupsFor(user, ofModules))).toEqual(['/tickets'])
  })
})

/** SHELL-35, with the urls of SHELL-03 to SHELL-26; an item appears with its page. */
const wholeDrawer: Record<string, readonly (readonly [label: string, to: string])[]> = {
  attendance: [
    ['Atendimentos', '/tickets'],
    ['Respostas Rápidas', '/quick-messages'],
    ['Kanban', '/kanban'],
    ['Tarefas', '/todolist'],
    ['Contatos', '/contacts'],
    ['Agendamentos', '/schedules'],
    ['Tags', '/tags'],
    ['Chat Interno', '/chats'],
    ['Ajuda', '/helps'],
    ['Assinatura', '/subscription'],
  ],
  management: [
    ['Dashboard', '/'],
    ['Listas de contatos', '/contact-lists'],
    ['Campanhas', '/campaigns'],
    ['Ajustes de campanhas', '/campaigns-config'],
    ['Informativos', '/announcements'],
    ['Open.Ai', '/prompts'],
    ['Integrações', '/queue-integration'],
    ['Conexões', '/connections'],
    ['Lista de arquivos', '/files'],
    ['Filas', '/queues'],
    ['Usuários', '/users'],
    ['API', '/messages-api'],
    ['Financeiro', '/financeiro'],
    ['Configurações', '/settings'],
  ],
}

it.each(drawerGroups)(
  'SHELL-35 $label has its items in order, by their names, as far as their pages exist',
  ({ label: group, items }) => {
    const ours = items.map(({ to, label }) => [texts.pt?.shell?.[label], to])

    const exists = (to: string) => signedInPages.some(({ path }) => path === to)
    expect(ours).toEqual(wholeDrawer[group]?.filter(([, to]) => exists(to)))
  },
)

describe('the drawer leads to no page that redirects', () => {
  const items = drawerGroups.flatMap((group) => group.items)

  it.each(items)('SHELL-32 $to is in the drawer under the flag of its page', ({ to, planFlag }) => {
    expect(signedInPages.find(({ path }) => path === to)?.planFlag).toBe(planFlag)
  })

  it("SHELL-29 an admin's drawer is an attendant's drawer and the management", () => {
    const attendant = addresses(drawerGroupsFor(aSessionUser()))
    const admin = addresses(drawerGroupsFor(anAdmin()))

    expect(addresses(drawerGroupsFor(anAdmin({ super: true })))).toEqual(addresses(drawerGroups))
    expect(admin).toEqual(addresses(drawerGroups).filter((to) => to !== '/announcements'))
    expect(admin.slice(0, attendant.length)).toEqual(attendant)
    expect(attendant.length).toBeLessThan(admin.length)
  })
})
