import { MEDIA_AUTH } from '../media/host'
import { node } from '../wire/nodes'
import type { IqHandlers } from './iq'

const MAX_BYTES = '104857600'

/** The upload host and its token. */
export const mediaHandlers: IqHandlers = {
  'set w:m media_conn': (service) => {
    const host = node('host', { hostname: service.media.hostname, maxContentLengthBytes: MAX_BYTES })
    return [
      node('media_conn', { auth: MEDIA_AUTH, ttl: '3600', auth_ttl: '3600', max_buckets: '12' }, [host]),
    ]
  },
}
