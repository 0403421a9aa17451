import { type Fields, invalid } from './fields'
import { GraphError } from './graph-error'
import type { GraphService } from './graph-service'
import { requireSendable } from './media'
import type { BusinessNumber, Json } from './world'

/** A media is named by its id or by an address from which Meta fetches it. */
export function mediaOf(
  params: Fields,
  kind: string,
  besides: string[],
  number: BusinessNumber,
  service: GraphService,
): Json {
  const media = params.object(kind)
  media.only('id', 'link', ...besides)
  media.optionalText('caption', { max: 1024, min: 0 })
  media.optionalText('filename', { max: 240 })
  const isVoice = media.optionalFlag('voice') === true
  if (media.has('id') === media.has('link'))
    throw new GraphError(100, `The parameter ${media.path} needs either id or link.`)
  if (media.has('id')) requireSendable(service, number, kind, media.text('id'), isVoice)
  else if (!/^https?:$/.test(protocolOf(media.text('link'))))
    throw invalid(`${media.path}.link`, 'must be a URL')
  return media.values
}

function protocolOf(link: string): string {
  return URL.canParse(link) ? new URL(link).protocol : ''
}
