import { wholeConversation } from './figures'
import { type Fixture, ticketOf } from './fixture'
import { pictureOf } from './pictures'
import { until } from './waiting'

/** Waits until every picture can be fetched, and compares the bytes: a line for each that is missing or another one. */
export async function troublesOfPictures(fixture: Fixture): Promise<string[]> {
  await picturesAreThere(fixture).catch(() => undefined)
  const troubles = await missingPictures(fixture)
  for (const conversation of fixture.conversations) {
    for (const { body, mediaUrl } of await wholeConversation(fixture, conversation)) {
      if (mediaUrl === null) continue
      const answer = await fetch(new URL(mediaUrl, fixture.product.url))
      const isSame = pictureOf(body).equals(Buffer.from(await answer.arrayBuffer()))
      if (!isSame) troubles.push(`the picture of "${body}" in ticket ${ticketOf(conversation).id} differs`)
    }
  }
  return troubles
}

export async function picturesAreThere(fixture: Fixture): Promise<void> {
  const isComplete = async () => (await missingPictures(fixture)).length === 0
  await until('every picture is there', isComplete, 60_000, 500)
}

async function missingPictures(fixture: Fixture): Promise<string[]> {
  const missing: string[] = []
  for (const conversation of fixture.conversations) {
    for (const { body, media } of await wholeConversation(fixture, conversation)) {
      if (media !== null && media.state !== 'ready')
        missing.push(`the picture of "${body}" is ${media.state}`)
    }
  }
  return missing
}
