import { describe, expect, it } from 'vitest'
import { youtubeVideoId } from './helps'

describe('HELP-07 the id of a help video', () => {
  it.each([
    ['dQw4w9WgXcQ', 'the id itself'],
    [' dQw4w9WgXcQ ', 'with air around it'],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'the address in the browser'],
    ['https://www.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=42s', 'with a list and a time'],
    ['youtube.com/watch?v=dQw4w9WgXcQ', 'typed without https'],
    ['http://m.youtube.com/watch?v=dQw4w9WgXcQ', 'of a phone'],
    ['https://youtu.be/dQw4w9WgXcQ?si=abc', 'of the share button'],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ', 'of an embed'],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'of a short'],
    ['https://www.youtube.com/live/dQw4w9WgXcQ', 'of a live stream'],
  ])('%s: %s', (written) => {
    expect(youtubeVideoId(written)).toBe('dQw4w9WgXcQ')
  })

  it.each([
    ['', 'nothing'],
    ['dQw4w9WgXc', 'a letter short'],
    ['https://vimeo.com/12345678901', 'another host'],
    ['https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ', 'a host that only begins like it'],
    ['https://www.youtube.com/@canal', 'a channel'],
    ['javascript:alert(1)', 'a script'],
    ['https://www.youtube.com/watch?v="><script>', 'markup'],
  ])('%s is none: %s', (written) => {
    expect(youtubeVideoId(written)).toBeNull()
  })
})
