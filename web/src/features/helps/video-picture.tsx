import { Play, VideoOff } from 'lucide-react'
import { useState } from 'react'
import styles from './helps.module.css'

export function VideoThumbnail({ video }: { video: string }) {
  const [isMissing, setMissing] = useState(false)
  return (
    <span className={styles.picture}>
      {isMissing ? (
        <VideoOff size={24} strokeWidth={1.75} aria-hidden />
      ) : (
        <>
          <img
            src={`https://img.youtube.com/vi/${video}/mqdefault.jpg`}
            alt=""
            loading="lazy"
            onError={() => setMissing(true)}
          />
          <span className={styles.play}>
            <Play size={20} strokeWidth={2} aria-hidden />
          </span>
        </>
      )}
    </span>
  )
}
