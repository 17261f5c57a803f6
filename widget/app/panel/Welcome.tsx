import { toSafeHref } from '@aichat/contracts/chat/rich-text'
import type { PublicWidgetContent } from '@aichat/contracts/widget/widget'
import { Photo, TeamPhotos } from '../kit/Avatar.tsx'
import { SparkIcon } from '../kit/icons.tsx'
import { SafeLink } from '../kit/RichText.tsx'
import { words } from '../kit/words.ts'

/** The headline and the team, as a continuation of the header. */
export function Hero({ config: { brand, greetings } }: { config: PublicWidgetContent }) {
  const hasTeam = brand.team?.some(({ photoUrl }) => photoUrl)
  if (!greetings.headline && !hasTeam) return null
  return (
    <div className="hero">
      {hasTeam && <TeamPhotos brand={brand} />}
      {greetings.headline && <h2 dir="auto">{greetings.headline}</h2>}
    </div>
  )
}

type LegalProps = { config: PublicWidgetContent; isAiAnswering: boolean }

/** Discloses the AI before the first message, and how the company handles the visitor's data. */
export function Legal({ config: { brand, greetings }, isAiAnswering }: LegalProps) {
  const privacyUrl = toSafeHref(brand.privacyUrl ?? '')
  if (!isAiAnswering && !privacyUrl && !greetings.consent) return null
  return (
    <div className="legal">
      {isAiAnswering && (
        <p className="disclosure">
          <SparkIcon />
          {words.aiNotice}
        </p>
      )}
      {(greetings.consent || privacyUrl) && (
        <p>
          <span dir="auto">{greetings.consent}</span>{' '}
          {privacyUrl && <SafeLink href={privacyUrl}>{words.privacy}</SafeLink>}
        </p>
      )}
    </div>
  )
}

type ChipsProps = { texts: readonly string[]; isInert: boolean; onSend: (text: string) => void }

/** Messages that the visitor sends with one click. */
export function Chips({ texts, isInert, onSend }: ChipsProps) {
  const shown = texts.filter((text) => text.trim())
  if (shown.length === 0) return null
  return (
    <div className="chips">
      {shown.map((text) => (
        <button
          key={text}
          type="button"
          className="pill"
          dir="auto"
          disabled={isInert}
          onClick={() => onSend(text)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}

/** The brand beside its greeting, as a person is beside theirs. */
export function BrandAvatar({ brand }: { brand: PublicWidgetContent['brand'] }) {
  return <Photo key={brand.logoUrl} url={brand.logoUrl} name={brand.chatName} className="avatar" />
}
