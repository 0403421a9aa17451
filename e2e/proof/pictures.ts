import { drawnPicture } from '../src/drawn-picture'

const drawn = drawnPicture(640, 480, [46, 158, 107])

/** A picture that differs from those of other captions: readers of PNG ignore what follows its end. */
export function pictureOf(caption: string): Buffer {
  return Buffer.concat([drawn, Buffer.from(caption)])
}
