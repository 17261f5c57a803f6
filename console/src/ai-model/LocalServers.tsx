import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { findProvider, type ProviderId } from './providers.ts'
import { useLocalServers } from './queries.ts'

type Props = {
  usedAddress: string
  onChoose: (baseUrl: string, providerId: ProviderId) => void
}

/** Offers the running model servers on the installation's network that the operator allows. */
export function LocalServers({ usedAddress, onChoose }: Props) {
  const { data } = useLocalServers()
  const servers = data?.servers.filter(({ baseUrl }) => baseUrl !== usedAddress)
  return servers?.map(({ baseUrl, models }) => {
    const { id, label } = findProvider('openai', baseUrl.replace('127.0.0.1', 'localhost'))
    const name = id === 'other' ? 'A model server' : label
    return (
      <Notice key={baseUrl} tone="info">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span>
            {name} is running at {new URL(baseUrl).host} with {models.length}{' '}
            {models.length === 1 ? 'model' : 'models'}.
          </span>
          <Button size="compact" onPress={() => onChoose(baseUrl, id)}>
            Use it
          </Button>
        </span>
      </Notice>
    )
  })
}
