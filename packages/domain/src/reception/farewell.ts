import { botTexts } from './bot-texts'
import { fillCompanyTemplate, joinParagraphs } from './menu-words'
import { ratingScaleText } from './rating'

/** What decides a ticket's last messages. `ratingMessage` and `complationMessage` may have variables. */
interface FarewellInput {
  readonly isGroup: boolean
  /** True when the ticket had an owner, whom the customer can rate. */
  readonly wasAttended: boolean
  readonly asksForRating: boolean
  readonly ratingMessage: string
  readonly complationMessage: string
  readonly name: string
  readonly number: string
  readonly email: string
  readonly now: Date
  readonly timeZone: string
  readonly language: string
}

interface FarewellTexts {
  /** The request for a rating, with its scale; null when no rating is requested. */
  readonly rating: string | null
  readonly goodbye: string | null
}

/** The last messages of a resolved ticket: the request for a rating, then the goodbye (BOT-08, BOT-09). */
export function farewellTextsOf(facts: FarewellInput): FarewellTexts {
  if (facts.isGroup) return { rating: null, goodbye: null }
  const goodbye = fillCompanyTemplate(facts.complationMessage, facts)
  return {
    rating: facts.asksForRating && facts.wasAttended ? ratingQuestion(facts) : null,
    goodbye: goodbye === '' ? null : goodbye,
  }
}

function ratingQuestion(facts: FarewellInput): string {
  const question = fillCompanyTemplate(facts.ratingMessage, facts)
  const { howWasIt } = botTexts(facts.language)
  return joinParagraphs(question === '' ? howWasIt : question, ratingScaleText(facts.language))
}
