import type { Shape } from '../shape.ts'
import type { tour as zh } from '../zh/tour.ts'

export const tour: Shape<typeof zh> = {
  label: 'Chart tour',
  step: 'Step {{step}} of {{total}}',
  next: 'Next',
  back: 'Back',
  skip: 'Skip',
  done: 'Start',
  cell: {
    title: 'One cell is one price',
    text: 'Aggressive selling is on the left, aggressive buying on the right. The stronger the tint, the higher the volume; the boxed row has the most volume (POC).',
  },
  delta: {
    title: 'Delta is bought minus sold',
    text: 'Aggressive buying minus aggressive selling. Positive means buyers were more aggressive. Pick the colours you are used to; you can change them at any time.',
  },
  imbalance: {
    title: 'Imbalances and stacks',
    text: 'When one side is 3 times its diagonal opposite, the number turns bold and coloured. Several consecutive rows form a stacked imbalance, marked with a bar alongside.',
  },
  zone: {
    title: 'Support and resistance zones',
    text: 'Stacked imbalances and effort without reward create zones. The label shows the number of rows and tests; a zone ends when it is broken.',
  },
}
