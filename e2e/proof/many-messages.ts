import { listConnections } from '@balcao/contract/connections'
import { type Fixture, openFixture } from './fixture'
import { concluded, type Proof } from './proof'
import { until } from './waiting'

export interface ManyMessages {
  readonly seed: number
  readonly incoming: number
  readonly outgoing: number
  /** Kills of the product at random moments. */
  readonly kills: number
  /** Kills of the simulated WhatsApp, likewise. */
  readonly phoneKills?: number
  /** Times that the server stops answering, until the product closes the connection. */
  readonly timeOuts: number
  readonly tell?: (line: string) => void
}

/**
 * Traffic over four numbers and a group, with kills of either side at random moments and a server that stops answering.
 */
export async function manyMessages({
  seed,
  incoming,
  outgoing,
  kills,
  phoneKills = 0,
  timeOuts,
  tell,
}: ManyMessages): Promise<Proof> {
  const fixture = await openFixture({ seed, numbers: 4, customersOfEach: 2 })
  const { chance, conversations, say, answer, besides } = fixture
  try {
    const troubles = mixed(fixture, { kill: kills, 'phones killed': phoneKills, silence: timeOuts })
    let said = 0
    let answered = 0
    for (const [at, trouble] of troubles.entries()) {
      const happens = happenings[trouble](fixture)
      const share = (at + 1) / troubles.length
      for (; said < Math.round(incoming * share); said++) besides(say(chance.of(conversations), 'many'))
      for (; answered < Math.round(outgoing * share); answered++)
        besides(answer(chance.of(conversations), 'many'))
      await happens
      tell?.(`${trouble} ${at + 1}/${troubles.length}, ${said} said, ${answered} answered`)
    }
    return await concluded(fixture, new Map([['many', kills + phoneKills]]))
  } finally {
    await fixture.close()
  }
}

type Trouble = keyof typeof happenings
const happenings = { kill: killSoon, 'phones killed': killPhonesSoon, silence: fallSilent }

/** Each as often as asked, in a random order. */
function mixed({ chance }: Fixture, times: Readonly<Record<Trouble, number>>): Trouble[] {
  const left = (Object.keys(times) as Trouble[]).flatMap((trouble) =>
    Array<Trouble>(times[trouble]).fill(trouble),
  ) // its own keys
  return Array.from({ length: left.length }, () => left.splice(chance.between(0, left.length - 1), 1)).flat()
}

async function killSoon({ chance, phones, restartProduct }: Fixture): Promise<void> {
  await phones.ask('stanzas', chance.between(5, 90))
  await restartProduct()
}

async function killPhonesSoon({ chance, phones, restartPhones }: Fixture): Promise<void> {
  await phones.ask('stanzas', chance.between(5, 90))
  await restartPhones()
}

/** The server's sockets stay open without answers, until the product closes the connection. */
async function fallSilent({ chance, phones, calls, connected }: Fixture): Promise<void> {
  await phones.ask('stanzas', chance.between(5, 90))
  phones.freeze()
  try {
    await until('the product has given up every connection', async () =>
      (await calls(listConnections)).every(({ status }) => status !== 'CONNECTED'),
    )
  } finally {
    phones.thaw()
  }
  await connected()
}
