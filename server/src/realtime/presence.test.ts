import type { CompanyId, UserId } from '@balcao/domain/ids'
import { beforeEach, describe, expect, it } from 'vitest'
import { nodeRoles } from '../platform/cluster/node'
import { manualTimers } from '../testing/manual-timers'
import { watchPresence } from './presence'
import type { SubscribedPerson } from './subscriber-registry'

const zoe: SubscribedPerson = { companyId: 3 as CompanyId, userId: 7 as UserId }

interface Process {
  readonly id: number
  readonly timers: ReturnType<typeof manualTimers>
  hears(nodeId: number, hasPage: boolean): void
  takes(): void
  leaves(): void
  dies(): void
}

let processes: Process[]
let announced: [node: number, isOnline: boolean][]
/** News on its way to the other processes. */
let news: (() => void)[]
beforeEach(() => {
  processes = []
  announced = []
  news = []
})

function aProcess(): Process {
  const id = processes.length + 1
  const timers = manualTimers(() => new Date())
  let pages = 0
  /** The other processes that have a page, as far as this one has heard. */
  const elsewhere = new Set<number>()
  let listener: (person: SubscribedPerson, nodeId: number) => void = () => {}
  const others = () => processes.filter((one) => one !== process)
  const isOnline = () => pages > 0 || elsewhere.size > 0
  const change = watchPresence({
    clock: timers,
    node: {
      id,
      others: () =>
        others().map((one) => ({ id: one.id, roles: nodeRoles, address: null, isDraining: false })),
    },
    subscribers: {
      isHere: () => pages > 0,
      isOnline,
      onChangeElsewhere: (added) => {
        listener = added
      },
    },
    announce: () => announced.push([id, isOnline()]),
  })
  const adds = (count: number) => {
    pages += count
    const hasPage = pages > 0
    for (const one of others()) news.push(() => one.hears(id, hasPage))
    change(zoe)
  }
  const process: Process = {
    id,
    timers,
    hears(nodeId: number, hasPage: boolean) {
      if (hasPage) elsewhere.add(nodeId)
      else elsewhere.delete(nodeId)
      listener(zoe, nodeId)
    },
    takes: () => adds(1),
    leaves: () => adds(-1),
    dies() {
      processes = others()
      for (const one of processes) news.push(() => one.hears(id, false))
    },
  }
  processes.push(process)
  return process
}

function passNews(): void {
  for (const arrive of news.splice(0)) arrive()
}

function passTheGrace(): void {
  passNews()
  for (const { timers } of processes) timers.fire()
}

describe('USER-15 presence is announced to colleagues', () => {
  it('once, regardless of the number of pages', () => {
    const { takes, leaves } = aProcess()
    takes()
    takes()
    leaves()

    expect(announced).toEqual([[1, true]])
  })

  it('absence after the grace period, and the return at once', () => {
    const { takes, leaves } = aProcess()
    takes()
    leaves()
    expect(announced).toEqual([[1, true]])

    passTheGrace()
    takes()

    expect(announced.map(([, isOnline]) => isOnline)).toEqual([true, false, true])
  })

  it('a short absence is not announced, but a reader of that moment gets the return', () => {
    const { takes, leaves, timers } = aProcess()
    takes()
    leaves()
    takes()
    timers.fire()

    expect(announced.map(([, isOnline]) => isOnline)).toEqual([true, true])
    expect(timers.waiting()).toBe(0)
  })
})

describe('USER-15 of several processes', () => {
  it('the one of the last page announces absence', () => {
    const [one, two] = [aProcess(), aProcess()]
    two.takes()
    one.takes()
    passNews()
    one.leaves()
    passTheGrace()
    announced.splice(0)

    two.leaves()
    passTheGrace()

    expect(announced).toEqual([[2, false]])
  })

  it('none announces absence when a page moves from one to another', () => {
    const [one, two] = [aProcess(), aProcess()]
    one.takes()
    passNews()
    one.leaves()
    passNews()
    two.takes()
    passTheGrace()

    expect(announced).toEqual([
      [1, true],
      [2, true],
    ])
  })

  it('each announces presence again after another has announced absence', () => {
    const [one, two] = [aProcess(), aProcess()]
    one.takes()
    two.takes()
    passNews()
    one.leaves()
    passNews()
    two.leaves()
    passTheGrace()
    announced.splice(0)

    one.takes()

    expect(announced).toEqual([[1, true]])
  })

  it('the living one with the lowest id announces the absence of people of a killed one', () => {
    const [one, two, three] = [aProcess(), aProcess(), aProcess()]
    three.takes()
    passNews()
    announced.splice(0)

    three.dies()
    passTheGrace()

    expect(announced).toEqual([[1, false]])
    expect([one, two].map(({ timers }) => timers.waiting())).toEqual([0, 0])
  })

  it('the same when the process dies in the grace period, and when the lowest does', () => {
    const [one, , three] = [aProcess(), aProcess(), aProcess()]
    three.takes()
    three.leaves()
    passNews()
    announced.splice(0)

    three.dies()
    one.dies()
    passTheGrace()

    expect(announced).toEqual([[2, false]])
  })

  it('people of a killed one who have come to another are not absent', () => {
    const [one, two] = [aProcess(), aProcess()]
    two.takes()
    passNews()
    announced.splice(0)

    two.dies()
    one.takes()
    passTheGrace()

    expect(announced).toEqual([[1, true]])
  })

  it('absence is announced when pages in two close before they hear of each other', () => {
    const [one, two] = [aProcess(), aProcess()]
    one.takes()
    two.takes()
    passNews()
    announced.splice(0)

    one.leaves()
    two.leaves()
    passTheGrace()

    expect(announced).toContainEqual([1, false])
  })
})
