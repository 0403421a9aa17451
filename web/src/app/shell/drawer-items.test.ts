import { planFlags } from '@balcao/domain/plans'
import { Layers } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import { anAdmin, aSessionUser } from '../../testing/makers'
import { pages } from '../routes'
import { type DrawerGroup, drawerGroups, drawerOf } from './drawer-items'

const whole = aSessionUser().company.plan
const without = (...flags: readonly string[]) =>
  aSessionUser({}, { plan: whole && { ...whole, ...Object.fromEntries(flags.map((flag) => [flag, false])) } })
const addresses = (groups: readonly DrawerGroup[]) => groups.flatMap(({ items }) => items.map(({ to }) => to))

/** One item for each module, and one that every plan holds. */
const ofModules: readonly DrawerGroup[] = [
  {
    label: 'attendance',
    permission: 'none',
    items: planFlags.map((planFlag) => ({ to: `/${planFlag}`, label: planFlag, icon: Layers, planFlag })),
  },
  {
    label: 'more',
    permission: 'none',
    items: [{ to: '/tickets', label: 'tickets', icon: Layers, planFlag: 'none' }],
  },
]

describe('SHELL-32 items of modules', () => {
  it.each(planFlags)('with %s off, its item alone is hidden', (flag) => {
    const shown = addresses(drawerOf(without(flag), ofModules))

    const others = planFlags.filter((one) => one !== flag).map((one) => `/${one}`)
    expect(shown).toEqual([...others, '/tickets'])
  })

  it('with every module on, all are shown; a group without any is left out with its heading', () => {
    expect(addresses(drawerOf(without(), ofModules))).toEqual(addresses(ofModules))

    expect(drawerOf(without(...planFlags), ofModules).map(({ label }) => label)).toEqual(['more'])
  })

  it('a company without a plan has none of them', () => {
    const user = aSessionUser({}, { plan: null })

    expect(addresses(drawerOf(user, ofModules))).toEqual(['/tickets'])
  })
})

describe('the drawer leads nowhere that turns away', () => {
  const items = drawerGroups.flatMap((group) => group.items)

  it.each(items)('SHELL-32 $to stands in the drawer under the flag of its page', ({ to, planFlag }) => {
    expect(pages.find(({ path }) => path === to)?.planFlag).toBe(planFlag)
  })

  it('SHELL-29 the whole drawer of an admin is that of an attendant and the management', () => {
    const attendant = addresses(drawerOf(aSessionUser()))
    const admin = addresses(drawerOf(anAdmin()))

    expect(admin).toEqual(addresses(drawerGroups))
    expect(admin.slice(0, attendant.length)).toEqual(attendant)
    expect(attendant.length).toBeLessThan(admin.length)
  })
})
