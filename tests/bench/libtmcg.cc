// A shuffle of N cards by LibTMCG: mixed, proven and checked, each in milliseconds of processor time, as JSON.
// Its non-interactive Groth argument over a group of 2048/256 bits, which is what it uses itself.

#include <libTMCG.hh>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iostream>
#include <sstream>
#include <vector>

static double fastest(int rounds, const std::function<void()> &work) {
    double best = 1e9;
    for (int round = 0; round < rounds; round++) {
        const std::clock_t began = std::clock();
        work();
        best = std::min(best, 1000.0 * (std::clock() - began) / CLOCKS_PER_SEC);
    }
    return best;
}

int main(int argc, char **argv) {
    if (!init_libTMCG())
        return 1;
    std::cout << "{";
    for (int size = 1; size < argc; size++) {
        const size_t cards = std::atoi(argv[size]);
        SchindelhauerTMCG tmcg(64, 1, 8);
        BarnettSmartVTMF_dlog vtmf;
        vtmf.KeyGenerationProtocol_GenerateKey();
        vtmf.KeyGenerationProtocol_Finalize();
        GrothVSSHE vsshe(cards, vtmf.p, vtmf.q, vtmf.k, vtmf.g, vtmf.h);
        TMCG_OpenStack<VTMF_Card> deck;
        for (size_t type = 0; type < cards; type++) {
            VTMF_Card card;
            tmcg.TMCG_CreateOpenCard(card, &vtmf, type);
            deck.push(type, card);
        }
        TMCG_Stack<VTMF_Card> before, after;
        before.push(deck);
        TMCG_StackSecret<VTMF_CardSecret> secret;
        tmcg.TMCG_CreateStackSecret(secret, false, cards, &vtmf);
        std::string proof;
        bool holds = true;
        const double mixed = fastest(3, [&] {
            after.clear();
            tmcg.TMCG_MixStack(before, after, secret, &vtmf);
        });
        const double proven = fastest(2, [&] {
            std::stringstream out;
            tmcg.TMCG_ProveStackEquality_Groth_noninteractive(before, after, secret, &vtmf, &vsshe, out);
            proof = out.str();
        });
        const double checked = fastest(3, [&] {
            std::stringstream in(proof);
            holds &= tmcg.TMCG_VerifyStackEquality_Groth_noninteractive(before, after, &vtmf, &vsshe, in);
        });
        if (!holds)
            return 1;
        std::cout << (size > 1 ? "," : "") << "\"LibTMCG " << cards << "\":" << checked
                  << ",\"LibTMCG mixed " << cards << "\":" << mixed
                  << ",\"LibTMCG proven " << cards << "\":" << proven;
    }
    std::cout << "}" << std::endl;
}
