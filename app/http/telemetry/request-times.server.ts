import type { Metric, Registry } from 'prom-client';

const seconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const bounds = [...seconds, Number.POSITIVE_INFINITY];

interface Labels {
  method: string;
  area: string;
  status: number;
}

/** The answers with the same labels. */
export class AnswerTimes {
  readonly labels: Labels;
  count = 0;
  #sum = 0;
  readonly #byBound = new Float64Array(bounds.length);

  constructor(labels: Labels) {
    this.labels = labels;
  }

  add(took: number) {
    this.count += 1;
    this.#sum += took;
    const at = bounds.findIndex((bound) => took <= bound);
    this.#byBound[at] = (this.#byBound[at] ?? 0) + 1;
  }

  values(name: string) {
    let upTo = 0;
    const buckets = bounds.map((bound, at) => {
      upTo += this.#byBound[at] ?? 0;
      const le = bound === Number.POSITIVE_INFINITY ? '+Inf' : bound;
      return { metricName: `${name}_bucket`, value: upTo, labels: { le, ...this.labels } };
    });
    const of = (end: string, value: number) => ({ metricName: `${name}_${end}`, value, labels: this.labels });
    return [...buckets, of('sum', this.#sum), of('count', this.count)];
  }
}

/** A histogram of how long requests took. The one of prom-client sorts and joins the labels anew for each request,
 *  which takes as long as sending a cached page. */
export class RequestTimes {
  readonly #all = new Map<string, AnswerTimes>();
  readonly name = 'summa_http_request_seconds';
  readonly help = 'How long requests took, by the first word of their path';

  of({ method, area, status }: Labels): AnswerTimes {
    const key = `${method} ${area} ${status}`;
    const known = this.#all.get(key);
    if (known) return known;
    const made = new AnswerTimes({ method, area, status });
    this.#all.set(key, made);
    return made;
  }

  /** Shows the histogram among the metrics of a registry. */
  addTo(registry: Registry) {
    const { name, help } = this;
    const values = () => [...this.#all.values()].flatMap((times) => times.values(name));
    const metric = {
      name,
      help,
      get: async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: values() }),
    };
    // All that a registry asks of a metric when it writes the text.
    registry.registerMetric(metric as unknown as Metric);
  }
}
