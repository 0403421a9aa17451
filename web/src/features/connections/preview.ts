import { farewellTextsOf } from '@balcao/domain/reception/farewell'
import {
  choiceListText,
  fillCompanyTemplate,
  joinParagraphs,
  queueChoices,
} from '@balcao/domain/reception/menu-words'
import { sampleContact } from '../../lib/sample-person'
import type { ConnectionTextName } from './connection-form'

interface Place {
  readonly now: Date
  readonly timeZone: string
  readonly language: string
}

interface Preview {
  readonly messages: readonly string[]
  /** Why there is no preview: the text is empty, or it is not sent with this number of queues. */
  readonly nothing: 'empty' | 'oneQueue' | 'noQueue'
}

/** The preview of a connection's text, made by the functions that make the real answers. */
export function connectionTextPreview(
  which: ConnectionTextName,
  text: string,
  queues: readonly { readonly name: string }[],
  place: Place,
): Preview {
  const facts = { ...place, ...sampleContact }
  switch (which) {
    case 'greetingMessage':
      if (queues.length < 2) return { messages: [], nothing: queues.length === 1 ? 'oneQueue' : 'noQueue' }
      return whole(joinParagraphs(fillCompanyTemplate(text, facts), choiceListText(queueChoices(queues))))
    case 'complationMessage':
      return whole(
        farewellTextsOf({ ...facts, ...attended, complationMessage: text, ratingMessage: '' }).goodbye,
      )
    case 'ratingMessage':
      return whole(
        farewellTextsOf({
          ...facts,
          ...attended,
          asksForRating: true,
          complationMessage: '',
          ratingMessage: text,
        }).rating,
      )
    case 'outOfHoursMessage':
    case 'expiresInactiveMessage':
      return whole(fillCompanyTemplate(text, facts))
  }
}

const attended = { isGroup: false, wasAttended: true, asksForRating: false } as const

function whole(message: string | null): Preview {
  return { messages: message === null || message === '' ? [] : [message], nothing: 'empty' }
}
