use rand::RngExt;
use salta_core::Variant;
use salta_net::*;
use std::time::Instant;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let (network, meta) = load_network(std::path::Path::new(&path)).unwrap();
    println!("{path} {:?} {}", network.config(), meta["variant"]);
    let variant = Variant::named(meta["variant"].as_str().unwrap()).unwrap();
    let enc = network.config().encoding().unwrap();
    let t = Instant::now();
    let obs = calibration::observations([&variant], enc);
    let n = obs.len() / (50 * enc.features());
    println!("{n} positions {:?}", t.elapsed());
    let t = Instant::now();
    let int8 = Inference::new(&network.in_precision(salta_env::Precision::Int8, [&variant]).unwrap());
    println!("calibrated {:?}", t.elapsed());
    let f32_ = Inference::new(&network);
    // games by the policy
    let mut rng = salta_env::generator(5, "x", 1);
    let games = 32;
    let mut test = Vec::new();
    let mut masks = Vec::new();
    let mut pos: Vec<_> = (0..games).map(|_| variant.start()).collect();
    for ply in 0..260 {
        pos.retain(|p| !variant.is_over(p));
        if pos.is_empty() {
            break;
        }
        let mut x = vec![0.0; pos.len() * 50 * enc.features()];
        for (p, o) in pos.iter().zip(x.chunks_exact_mut(50 * enc.features())) {
            enc.encode(&variant, p, o)
        }
        let out = f32_.infer(&x, pos.len());
        for (i, p) in pos.iter_mut().enumerate() {
            let legal = variant.legal(p);
            let m = p.to_move();
            let acts: Vec<_> = legal.actions(m).collect();
            if acts.len() > 1 && ply % 3 == 0 {
                test.extend_from_slice(&x[i * 50 * enc.features()..(i + 1) * 50 * enc.features()]);
                masks.push(acts.iter().map(|a| a.index()).collect::<Vec<_>>());
            }
            let a = if ply < 6 {
                acts[rng.random_range(0..acts.len())]
            } else {
                // gumbel sample t=0.5
                *acts
                    .iter()
                    .max_by(|a, b| {
                        let s = |a: &salta_core::Action| out.policy_logits[[i, a.index()]];
                        s(a).total_cmp(&s(b))
                    })
                    .unwrap()
            };
            variant.apply(p, a);
        }
    }
    let n = masks.len();
    let a = f32_.infer(&test, n);
    let b = int8.infer(&test, n);
    let (mut same, mut kl, mut dv, mut dm) = (0, 0.0, 0.0, 0.0);
    for i in 0..n {
        let sm = |o: &Outputs| {
            let l: Vec<f64> = masks[i].iter().map(|&k| o.policy_logits[[i, k]] as f64).collect();
            let m = l.iter().cloned().fold(f64::MIN, f64::max);
            let e: Vec<f64> = l.iter().map(|x| (x - m).exp()).collect();
            let s: f64 = e.iter().sum();
            e.into_iter().map(|x| x / s).collect::<Vec<_>>()
        };
        let (p, q) = (sm(&a), sm(&b));
        let am = |v: &[f64]| v.iter().enumerate().max_by(|x, y| x.1.total_cmp(y.1)).unwrap().0;
        same += (am(&p) == am(&q)) as usize;
        kl += p
            .iter()
            .zip(&q)
            .map(|(p, q)| if *p > 0.0 { p * (p / q).ln() } else { 0.0 })
            .sum::<f64>();
        dv += ((a.wdl[[i, 0]] - a.wdl[[i, 2]]) - (b.wdl[[i, 0]] - b.wdl[[i, 2]])).abs() as f64;
        dm += (a.margin[i] - b.margin[i]).abs() as f64;
    }
    println!(
        "{n} positions: same {:.2}% KL {:.5} dvalue {:.4} dmargin {:.3}",
        100.0 * same as f64 / n as f64,
        kl / n as f64,
        dv / n as f64,
        dm / n as f64
    );
    let batch = 64;
    let cpu = || {
        std::fs::read_to_string("/proc/thread-self/schedstat")
            .unwrap()
            .split(' ')
            .next()
            .unwrap()
            .parse::<u64>()
            .unwrap()
    };
    if std::env::args().nth(2).is_some() {
        let t = cpu();
        let mut c = 0;
        while cpu() - t < 4_000_000_000 {
            int8.infer(&test[..batch * 50 * enc.features()], batch);
            c += batch;
        }
        println!("int8 {:.0}/s", c as f64 / 4.0);
        return;
    }
    for _ in 0..4 {
        let mut r = [0.0; 2];
        for (k, inf) in [&f32_, &int8].iter().enumerate() {
            let t = cpu();
            let mut c = 0;
            while cpu() - t < 500_000_000 {
                inf.infer(&test[..batch * 50 * enc.features()], batch);
                c += batch;
            }
            r[k] = c as f64 * 1e9 / (cpu() - t) as f64;
        }
        println!("f32 {:.0}/s int8 {:.0}/s ratio {:.2}", r[0], r[1], r[1] / r[0]);
    }
    let t = cpu();
    let mut x = vec![0.0; 50 * enc.features()];
    for _ in 0..100000 {
        enc.encode(&variant, &variant.start(), &mut x);
    }
    println!("encode {:.0}/s", 1e5 * 1e9 / (cpu() - t) as f64);
}
