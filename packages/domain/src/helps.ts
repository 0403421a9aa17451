/** A YouTube video id: eleven characters of base64url. YouTube does not document the format. */
const videoId = /^[\w-]{11}$/
const hosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtu.be',
  'www.youtube-nocookie.com',
])

/** The video id in a YouTube address, or the id itself; null for other texts. */
export function youtubeVideoId(written: string): string | null {
  const text = written.trim()
  if (videoId.test(text)) return text
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(whole)) return null
  const address = new URL(whole)
  if (!hosts.has(address.hostname)) return null
  const [first = '', second = ''] = address.pathname.split('/').filter((part) => part !== '')
  const found =
    address.hostname === 'youtu.be'
      ? first
      : ['embed', 'shorts', 'live', 'v'].includes(first)
        ? second
        : (address.searchParams.get('v') ?? '')
  return videoId.test(found) ? found : null
}
